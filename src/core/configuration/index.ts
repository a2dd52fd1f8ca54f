export {
  type Configuration,
  DEFAULT_CONFIGURATION,
} from './configuration';
export { didYouMean } from './nearest';
export { type Problem, readConfiguration } from './read';
