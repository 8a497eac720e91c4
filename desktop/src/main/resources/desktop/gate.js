/* Waits until the console has started, and then goes there. */
(() => {
  const enter = document.getElementById('enter');
  if (enter) { enter.submit(); return; }
  if (!document.querySelector('.starting')) return;
  const ask = async () => {
    try {
      if (await (await fetch('/state', { cache: 'no-store' })).text() !== 'Starting') return location.reload();
    } catch { /* asked again */ }
    setTimeout(ask, 100);
  };
  ask();
})();
