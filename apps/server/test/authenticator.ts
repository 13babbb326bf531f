import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '@quincena/domain/sessions/passkeys'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

function uint(value: number, size: 2 | 4) {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

/**
 * An authenticator with one passkey (WebAuthn level 2, ES256, no attestation). `origin` is the page's, so that tests
 * can answer from another site; without `verifiesUser` it asks for no PIN.
 */
export function createAuthenticator({
  origin,
  verifiesUser = true,
}: {
  origin: string
  verifiesUser?: boolean
}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential_id = randomBytes(32)
  const flags = userPresent | (verifiesUser ? userVerified : 0)
  let counter = 0

  const head = (rp: string, more: number) => {
    counter += 1
    return Buffer.concat([sha256(rp), Buffer.from([flags | more]), uint(counter, 4)])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const common = { id: base64url(credential_id), rawId: base64url(credential_id), type: 'public-key' }

  return {
    /** Sets the counter back, as a copy of the key would have it. */
    rewind() {
      counter = 0
    },
    create({ rp, challenge }: PasskeyCreation) {
      const key = new Map<number, number | Uint8Array>([
        ...([[1, 2]] as const),
        ...([[3, -7]] as const),
        ...([[-1, 1]] as const),
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const cose = isoCBOR.encode(key)
      const authData = Buffer.concat([
        ...[head(rp.id, hasCredential), Buffer.alloc(16), uint(credential_id.length, 2)],
        ...[credential_id, Buffer.from(cose)],
      ])
      const attestation = new Map<string, string | Map<string, never> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      }
      return { ...common, response }
    },
    get({ rpId, challenge }: PasskeyRequest) {
      const authenticatorData = head(rpId, 0)
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      }
      return { ...common, response }
    },
  }
}
