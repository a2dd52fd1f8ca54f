export * from './messages';
export * from './paid';
export type * from './simulation';
