import type { Page } from '@playwright/test'
import { siteUrl } from './server-address.ts'

/** An address of this worker's server by name: browsers offer no passkeys for IP addresses. */
export const localUrl = (path: string, site = siteUrl) =>
  `${site.replace('127.0.0.1', 'localhost')}/quincena${path}`

/** Gives the page's browser a virtual authenticator that verifies its user without asking (CDP, domain WebAuthn). */
export async function addPasskeyDevice(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
