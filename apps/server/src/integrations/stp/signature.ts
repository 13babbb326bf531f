import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

const algorithm = 'RSA-SHA256'

/**
 * Signer of cadenas: RSASSA-PKCS1-v1_5 with SHA-256 over UTF-8, in base64.
 * `private_key` is PEM (PKCS#8, encrypted or not). Throws at once when key or passphrase is wrong.
 */
export function createSigner(key: { private_key: string; passphrase?: string }): (text: string) => string {
  const { passphrase } = key
  const secret = passphrase === undefined ? {} : { passphrase }
  const privateKey = createPrivateKey({ key: key.private_key, ...secret })
  return (text) => sign(algorithm, Buffer.from(text, 'utf8'), privateKey).toString('base64')
}

/** Verifier of firmas against the PEM public key; anything that is not a valid firma is false. */
export function createVerifier(publicKey: string): (text: string, firma: string) => boolean {
  const key = createPublicKey(publicKey)
  return (text, firma) => verify(algorithm, Buffer.from(text, 'utf8'), key, Buffer.from(firma, 'base64'))
}
