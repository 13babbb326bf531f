import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

const algorithm = 'RSA-SHA256'

/**
 * Creates a function that signs cadenas: RSASSA-PKCS1-v1_5 with SHA-256 over UTF-8, in base64. `private_key` is PEM
 * (PKCS #8, encrypted or not). Throws at once when the key or the passphrase is wrong.
 */
export function createSigner(key: { private_key: string; passphrase?: string }): (text: string) => string {
  const { passphrase } = key
  const secret = passphrase === undefined ? {} : { passphrase }
  const privateKey = createPrivateKey({ key: key.private_key, ...secret })
  return (text) => sign(algorithm, Buffer.from(text, 'utf8'), privateKey).toString('base64')
}

/** Creates a function that verifies firmas with a public key (PEM). It returns false for anything but a valid firma. */
export function createVerifier(publicKey: string): (text: string, firma: string) => boolean {
  const key = createPublicKey(publicKey)
  return (text, firma) => verify(algorithm, Buffer.from(text, 'utf8'), key, Buffer.from(firma, 'base64'))
}
