export {
  type Configuration,
  DEFAULT_CONFIGURATION,
} from './configuration';
export { didYouMean } from './nearest';
export { readConfiguration } from './read';
