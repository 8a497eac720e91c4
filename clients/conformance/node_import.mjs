import client from './node_client.cjs';
import * as lockkeeper from '../node/lockkeeper.mjs';

client(lockkeeper);
