// Keeps a server on loopback, at a port that the system picks, and says where: one line of standard output is its
// origin. It ends when its standard input does. Ours import this; a packaged server is started as
//   node --import ./loopback.mjs its/entry.js
// and, whatever port it asks for, listens where a test wants it.
import { Server } from 'node:net';

const listen = Server.prototype.listen;
Server.prototype.listen = function (...args) {
    const ready = args.find(arg => typeof arg === 'function');
    return listen.call(this, { host: '127.0.0.1', port: 0 }, () => {
        process.stdout.write(`http://127.0.0.1:${this.address().port}\n`);
        process.stdin.on('end', () => process.exit(0)).resume();
        ready?.call(this);
    });
};
