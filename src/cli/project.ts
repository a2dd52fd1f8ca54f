export { docsUrl, HOMEPAGE, ISSUES } from '../host/project';
export { VERSION } from '../host/version';
