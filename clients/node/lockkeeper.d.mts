export * from './lockkeeper.cjs';
