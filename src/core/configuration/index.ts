export {
  CONFIGURED_SEVERITIES,
  type Configuration,
  DEFAULT_CONFIGURATION,
  DEFAULT_DEPTH,
} from './configuration';
export { didYouMean } from './nearest';
export { CONFIGURABLE_CODES, type Problem, readConfiguration } from './read';
