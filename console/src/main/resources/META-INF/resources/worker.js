/*
 * What an installed console shows when the console does not answer: a page that says so. Nothing else is kept: an answer of
 * the console is fresh, or it is none.
 */
const KEPT = 'lockkeeper-1';
const OFFLINE = 'console/offline.html';

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' }))));
});

addEventListener('activate', (event) => event.waitUntil(Promise.all([
  clients.claim(),
  caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))),
])));

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
  }
});
