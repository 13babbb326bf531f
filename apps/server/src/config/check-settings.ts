import { createPrivateKey } from 'node:crypto'
import { createServer } from 'node:net'
import Fastify from 'fastify'
import { configuredAnchors } from '../crypto/anchors.ts'
import { configuredP12 } from '../crypto/certificate.ts'
import { openP12 } from '../crypto/p12.ts'
import { type Env, linesOf, type ParsedEnv } from '../env.ts'
import { prepareDataDir } from './data-dir.ts'
import { SettingsError } from './settings-error.ts'

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

function stpKeyFault({ stp }: Env): string | undefined {
  const { private_key, passphrase } = stp
  if (private_key === undefined) return undefined
  if (!private_key.includes('-----BEGIN'))
    return 'STP_PRIVATE_KEY: is not a PEM; set the key itself (-----BEGIN ... KEY-----), not a path'
  try {
    const key = createPrivateKey({ key: private_key, ...(passphrase === undefined ? {} : { passphrase }) })
    return key.asymmetricKeyType === 'rsa' ? undefined : 'STP_PRIVATE_KEY: is not an RSA key; set one'
  } catch {
    return private_key.includes('ENCRYPTED')
      ? 'STP_PASSPHRASE: does not open STP_PRIVATE_KEY; correct it'
      : 'STP_PRIVATE_KEY: is not a private key; set the whole PEM with its line breaks'
  }
}

/** Messages of node-forge for a wrong passphrase, with or without a MAC in the file. */
const wrongPassphrase = /Invalid password|MAC could not be verified|Unable to decrypt/i

async function sealFault(env: Env): Promise<string | undefined> {
  try {
    const store = await configuredP12(env)
    if (store === undefined) return undefined
    await openP12(store)
    return undefined
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: '' }
    if (/^E[A-Z]+$/.test(codeOf(error)))
      return `CONTRACT_P12: cannot be read (${codeOf(error)}); correct the path, or set the file in base64`
    if (wrongPassphrase.test(message))
      return 'CONTRACT_P12_PASSPHRASE: does not open CONTRACT_P12; correct it'
    if (message.startsWith('The PKCS #12 file'))
      return 'CONTRACT_P12: lacks an RSA key or its certificate; export both'
    return 'CONTRACT_P12: is not a PKCS #12 file; correct the path or export it again'
  }
}

async function anchorsFault(env: Env): Promise<string | undefined> {
  try {
    await configuredAnchors(env)
    return undefined
  } catch (error) {
    if (/^E[A-Z]+$/.test(codeOf(error)))
      return `CONSTANCIA_ANCHORS: cannot be read (${codeOf(error)}); correct the path, or set the certificates as PEM`
    return 'CONSTANCIA_ANCHORS: holds no usable PEM certificate; set the authority’s root certificates'
  }
}

function proxyFault({ trust_proxy }: Env): string | undefined {
  if (trust_proxy === undefined) return undefined
  try {
    Fastify({ trustProxy: trust_proxy })
    return undefined
  } catch {
    return 'TRUST_PROXY: is not a list of proxies; set addresses or ranges separated by commas, or loopback'
  }
}

/** The fault if listening on HOST and PORT failed; undefined for other errors. */
export function listenFault(error: unknown, { host, port }: Pick<Env, 'host' | 'port'>): string | undefined {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is in use on ${host}; stop the other program or set another`
  if (code === 'EACCES') return `PORT: this user may not listen on ${port}; set one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST: is not an address of this machine (${code}); correct it`
  return undefined
}

/** The error of listening there, or undefined. */
function listenError({ host, port }: Pick<Env, 'host' | 'port'>): Promise<unknown> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

/**
 * Checks the ports before the database starts, so that a second server on this machine changes nothing of the first one.
 */
async function portFaults(env: Env): Promise<(string | undefined)[]> {
  const { simulator, simulator_port } = env.stp
  const ofSimulator = { host: '127.0.0.1', port: simulator_port }
  return [
    listenFault(await listenError(env), env),
    simulator && (await listenError(ofSimulator)) !== undefined
      ? `STP_SIMULATOR_PORT: ${simulator_port} is in use or not allowed; set another or leave it out`
      : undefined,
  ]
}

/** The faults found by opening what the settings name; empty if everything can be used. */
async function openingFaults(env: Env, { checksPorts }: { checksPorts: boolean }): Promise<string[]> {
  const faults = [
    prepareDataDir(env),
    proxyFault(env),
    stpKeyFault(env),
    await sealFault(env),
    await anchorsFault(env),
    ...(checksPorts ? await portFaults(env) : []),
  ]
  return faults.filter((fault) => fault !== undefined)
}

/**
 * Checks what the settings name by opening it: DATA_DIR, STP's key, the lender's certificate, the anchors, the port; also if other
 * settings are wrong. Returns the settings, or throws a `SettingsError` with all faults. An expired certificate is no
 * fault: acceptances wait for a new one, and everything else works. Without `listens` the port is not tried, because the
 * server itself may run there.
 */
export async function checkSettings(
  { env, faults }: ParsedEnv,
  { listens }: { listens: boolean } = { listens: true },
): Promise<Env> {
  // A default that replaces a malformed PORT or HOST would be checked in vain.
  const checksPorts = listens && ['PORT', 'HOST', 'STP_SIMULATOR_PORT'].every((name) => !faults.has(name))
  const lines = [...linesOf(faults), ...(await openingFaults(env, { checksPorts }))]
  if (lines.length > 0) throw new SettingsError(lines)
  return env
}
