require('./node_client.cjs')(require('../node/lockkeeper.cjs'));
