import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * `purpose`: each purpose has its own key. `owner`: the id of the record that the text belongs to; it is authenticated.
 */
interface Seal {
  purpose: string
  owner: number
}

const keyOf = ({ secret_key }: Pick<Secrets, 'secret_key'>, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret_key, '', purpose, 32))

/**
 * Encrypts a text for the database with AES-256-GCM, under a key that HKDF-SHA-256 derives from the server's secret and
 * the purpose. The result is 12 bytes of IV, 16 bytes of tag and the ciphertext.
 */
export function seal(secrets: Pick<Secrets, 'secret_key'>, text: string, { purpose, owner }: Seal): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets, purpose), iv)
  cipher.setAAD(Buffer.from(String(owner)))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/**
 * Decrypts what `seal` returned. Throws when it was changed, or the owner, the purpose or the server's secret differs.
 */
export function unseal(
  secrets: Pick<Secrets, 'secret_key'>,
  sealed: Buffer,
  { purpose, owner }: Seal,
): string {
  const iv = sealed.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secrets, purpose), iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(String(owner)))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString()
}
