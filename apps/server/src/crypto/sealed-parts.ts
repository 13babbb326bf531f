import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The first bytes of a sealed part: its format, and its version. */
const magic = Buffer.from('QBK1')
const algorithm = 'aes-256-gcm'
/** Bytes of the fields that follow the magic: whether it is the last part, salt of the key, nonce, tag. */
const sizes = { last: 1, salt: 16, nonce: 12, tag: 16 } as const
const headBytes = magic.length + sizes.last + sizes.salt + sizes.nonce + sizes.tag

/** What a part is of: it opens nowhere else. */
export interface PartPlace {
  /** The backup. */
  name: string
  /** The file in the backup. */
  path: string
  /** Counted from 0. */
  index: number
}

const keyOf = (secret: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'quincena backup', 32))

/** What the tag covers beside the content. */
const boundTo = ({ name, path, index }: PartPlace, isLast: boolean) =>
  Buffer.from(JSON.stringify([magic.toString(), name, path, index, isLast]))

/**
 * Encrypts one part of a file with AES-256-GCM. Each part has a key of its own, derived from the secret and a random
 * salt, so a nonce never comes twice with a key. The tag binds the content to its place and to whether it is the last.
 */
export function sealPart(secret: string, place: PartPlace, part: { bytes: Uint8Array; is_last: boolean }) {
  const [salt, nonce] = [randomBytes(sizes.salt), randomBytes(sizes.nonce)]
  const cipher = createCipheriv(algorithm, keyOf(secret, salt), nonce)
  cipher.setAAD(boundTo(place, part.is_last))
  const content = [cipher.update(part.bytes), cipher.final()]
  const last = Buffer.from([part.is_last ? 1 : 0])
  return Buffer.concat([magic, last, salt, nonce, cipher.getAuthTag(), ...content])
}

function openWith(secret: string, place: PartPlace, sealed: Buffer): Buffer | undefined {
  let at = magic.length
  function take(bytes: number) {
    at += bytes
    return sealed.subarray(at - bytes, at)
  }
  const isLast = take(sizes.last)[0] === 1
  const [salt, nonce, tag] = [take(sizes.salt), take(sizes.nonce), take(sizes.tag)]
  const decipher = createDecipheriv(algorithm, keyOf(secret, salt), nonce, { authTagLength: sizes.tag })
  decipher.setAAD(boundTo(place, isLast))
  decipher.setAuthTag(tag)
  const start = decipher.update(sealed.subarray(at))
  try {
    return Buffer.concat([start, decipher.final()])
  } catch {
    return undefined
  }
}

/**
 * Decrypts a part with whichever of the secrets sealed it. Throws if it was altered, cut, is of another place, or no
 * secret fits.
 */
export function openPart(secrets: readonly string[], place: PartPlace, bytes: Uint8Array) {
  const sealed = Buffer.from(bytes)
  const named = `${place.name}/${place.path}, part ${place.index}`
  if (sealed.length < headBytes || !sealed.subarray(0, magic.length).equals(magic))
    throw new Error(`${named}: is not a part of a backup.`)
  for (const secret of secrets) {
    const content = openWith(secret, place, sealed)
    if (content) return { bytes: content, is_last: sealed[magic.length] === 1 }
  }
  throw new Error(`${named}: was altered, or BACKUP_KEY is not the one that it was made with.`)
}
