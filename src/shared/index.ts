export * from './messages';
export type * from './simulation';
