export { closeSharedServices as default } from './shared-services.ts';
