/** What was tried and what was wrong. */
export interface Tried {
  cells: number;
  /** Single parameters that were given other tenants' names, times those names. */
  parameters: number;
  /** Times that X-CURRENT-ORGANIZATION-ID named an organization out of the caller's reach, or none. */
  organizations: number;
  /** Operations that answered somebody with success. */
  succeeded: Set<string>;
  /** Operations that never succeeded though they must: their examples do not work. A sentence each. */
  untried: string[];
  operations: number;
  wrong: string[];
}
