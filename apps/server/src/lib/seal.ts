import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** `purpose` gives each use a key of its own; `owner` binds a sealed text to whom it belongs. */
interface Seal {
  purpose: string
  owner: number
}

const keyOf = ({ secret_key }: Pick<Secrets, 'secret_key'>, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret_key, '', purpose, 32))

/** Encrypts a text under the server's secret (AES-256-GCM), for the database. */
export function seal(secrets: Pick<Secrets, 'secret_key'>, text: string, { purpose, owner }: Seal): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets, purpose), iv)
  cipher.setAAD(Buffer.from(String(owner)))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** The text again. Throws where it was changed, belongs to somebody else, or the server's secret is another by now. */
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
