// One instance of a library as a process of its own, which takes a command a line and answers it by one that begins with "= ":
//     LOCKKEEPER_MONGODB_URI=… LOCKKEEPER_SHOP=database node drive.mjs LIBRARY INSTANCE
import { createInterface } from 'node:readline';

const [library, instance] = process.argv.slice(2);

function say(answer) {
    console.log('= ' + String(answer).replace(/\s+/g, ' '));
}

const { default: open } = await import(`./libraries/${library}.mjs`);
const commands = await open({
    uri: process.env.LOCKKEEPER_MONGODB_URI,
    database: process.env.LOCKKEEPER_SHOP,
    instance,
});
say('ready');

for await (const command of createInterface({ input: process.stdin })) {
    try {
        say(await commands[command]());
    } catch (error) {
        say(`throws ${error.name}: ${error.message}`);
    }
}
process.exit(); // the libraries' own timers would keep it
