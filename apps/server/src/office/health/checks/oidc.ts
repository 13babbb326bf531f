import { isOtherProvider } from '../../../integrations/oidc/oidc-error.ts'
import type { HealthCheck } from './health-check.ts'

/** Reads the addresses and keys of the provider of identities, as a sign-in does. */
export const checkOidc: HealthCheck = async ({ oidc }, { step }) => {
  if (oidc === null) return { finding: 'oidc_none' }
  const issuer = { fact: 'issuer', value: oidc.settings.issuer } as const
  try {
    const { keys } = await step('ask', () => oidc.probe())
    return { finding: 'oidc_good', facts: [issuer, { fact: 'keys', value: keys }] }
  } catch (error) {
    if (!isOtherProvider(error)) throw error
    return { finding: 'oidc_other', facts: [issuer] }
  }
}
