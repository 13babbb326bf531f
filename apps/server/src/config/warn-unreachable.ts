import { connect } from 'node:net'
import { configuredP12, sealerProblem } from '../crypto/certificate.ts'
import { openP12 } from '../crypto/p12.ts'
import type { Deps } from '../deps.ts'
import { openOidc } from '../integrations/oidc/oidc-client.ts'
import { isOtherProvider } from '../integrations/oidc/oidc-error.ts'
import { isOpenDatabase } from './variables.ts'

const limitMs = 5000

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 }

/** Opens a connection and closes it. Rejects if nothing answers within the limit. */
function reach(address: string): Promise<void> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port) || (defaultPorts[protocol] ?? 0) })
    const limit = AbortSignal.timeout(limitMs)
    limit.addEventListener('abort', () => socket.destroy(new Error(`no answer within ${limitMs} ms`)))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}

function orLate(work: Promise<unknown>): Promise<unknown> {
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs).unref()
  })
  return Promise.race([work, late])
}

/** What the checks of services need. */
type Checked = Pick<Deps, 'env' | 'storage' | 'clock'> & { log: Pick<Deps['log'], 'warn'> }

function probesOf({ env, storage }: Checked): [name: string, probe: Promise<unknown>][] {
  const addresses = [
    ['SMTP_URL', env.smtp_url],
    ['STP_URL', env.stp.url],
    ['STP_QUERY_URL', env.stp.url === undefined ? undefined : env.stp.query_url],
  ] as const
  const probes = addresses.flatMap(([name, address]): [string, Promise<unknown>][] =>
    address === undefined ? [] : [[name, reach(address)]],
  )
  return env.storage_url === undefined ? probes : [...probes, ['STORAGE_URL', orLate(storage.ping())]]
}

/** Logs a warning for each address of the database that leads to another machine without TLS. */
function warnOfOpenDatabase({ env, log }: Checked) {
  const addresses = {
    DATABASE_URL: env.database_url,
    DATABASE_REPLICA_URL: env.database_replica_url,
    DATABASE_DIRECT_URL: env.is_pooled ? env.database_direct_url : undefined,
    DATABASE_OWNER_URL: env.database_owner_url === env.database_url ? undefined : env.database_owner_url,
  }
  for (const [name, address] of Object.entries(addresses))
    if (address !== undefined && isOpenDatabase(address))
      log.warn(
        `${name}: does not ask for TLS; add sslmode=verify-full, or keep the network to the database private`,
      )
}

/** Logs a warning if the provider of identities does not answer, or answers as another one. */
async function warnOfOidc({ env, log }: Checked) {
  await openOidc(env.oidc)
    ?.probe()
    .catch((err: unknown) =>
      log.warn(
        { err, setting: 'OIDC_ISSUER' },
        isOtherProvider(err)
          ? 'OIDC_ISSUER: answers, but not as the provider of that name; set the issuer as its discovery document writes it'
          : 'OIDC_ISSUER: does not answer',
      ),
    )
}

/**
 * Logs a warning for each configured service that does not answer within 5 s, and for a lender's certificate that is
 * not valid now, for an authority of constancias without trust anchors, and for a remote database without TLS. The server works without the services and needs no restart when they are back; a new certificate needs
 * one.
 */
export async function warnOfUnusable(deps: Checked) {
  const { log, env, clock } = deps
  warnOfOpenDatabase(deps)
  if (env.constancia.url !== undefined && env.constancia_anchors === undefined)
    log.warn(
      'CONSTANCIA_ANCHORS: is not set, so nobody checks who issued the authority’s certificate; set its root certificates',
    )
  const warnings = probesOf(deps).map(([name, probe]) =>
    probe.catch((err: unknown) => log.warn({ err, setting: name }, `${name}: does not answer`)),
  )
  const store = await configuredP12(env)
  const problem = store === undefined ? null : sealerProblem(await openP12(store), clock())
  if (problem !== null)
    log.warn(`CONTRACT_P12: the certificate is ${problem}; no offer can be accepted until another is set`)
  await Promise.all([...warnings, warnOfOidc(deps)])
}
