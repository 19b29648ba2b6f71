export { openSharedServices as default } from './shared-services.ts';
