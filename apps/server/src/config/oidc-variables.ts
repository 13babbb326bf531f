import { z } from 'zod'
import { isSafeWeb, listOf, text, textOf, trimmed, urlOf } from './formats.ts'

/** The user types of staff. A provider of identities never makes anybody a worker. */
const staffTypes = ['U0', 'U1'] as const
type StaffType = (typeof staffTypes)[number]

/** Groups of a provider by name, and the user type that each one gives; undefined if the text is no such map. */
export function groupsOf(value: string): ReadonlyMap<string, StaffType> | undefined {
  const groups = new Map<string, StaffType>()
  for (const entry of listOf(value)) {
    // A name may have an equals sign, as in LDAP: cn=admins.
    const at = entry.lastIndexOf('=')
    const name = entry.slice(0, Math.max(at, 0)).trim()
    const type = staffTypes.find((known) => known === entry.slice(at + 1).trim())
    if (name === '' || type === undefined || groups.has(name)) return undefined
    groups.set(name, type)
  }
  return groups
}

/** The variables of the provider of identities, as `variables` in variables.ts. */
export const oidcVariables = {
  OIDC_ISSUER: urlOf(
    (url) => isSafeWeb(url) && url.search === '' && url.hash === '',
    'is not an https:// address without a query; set the issuer as the provider names it (http:// only on this machine)',
  ),
  OIDC_CLIENT_ID: trimmed,
  OIDC_CLIENT_SECRET: text,
  OIDC_SCOPES: textOf(
    /^(?=(.* )?openid( |$))[\x21\x23-\x5b\x5d-\x7e ]+$/,
    'lacks openid, or is no list; set scopes separated by spaces, for example openid email groups',
  ),
  OIDC_GROUPS_CLAIM: trimmed,
  OIDC_GROUPS: z
    .string()
    .refine(
      (value) => groupsOf(value) !== undefined,
      'is not a map of groups; set group=U0 for admins and group=U1 for managers, each group once, separated by commas',
    )
    .optional(),
  OIDC_SECOND_FACTOR_ACR: trimmed,
  OIDC_SECOND_FACTOR_AMR: trimmed,
  OIDC_LABEL: textOf(/^.{1,40}$/, 'has more than 40 characters; shorten the text of the button'),
}
