import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Env } from '../env.ts'

export type AnchorSettings = Pick<Env, 'constancia_anchors'>

const pemCertificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** The certificates of a PEM text. Throws if there is none, or if one of them is malformed. */
export function readCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(pemCertificate) ?? []
  if (blocks.length === 0) throw new Error('The file holds no PEM certificate')
  return blocks.map((block) => new X509Certificate(block))
}

/**
 * The trust anchors of CONSTANCIA_ANCHORS, which is a path or the PEM text itself; undefined if the setting is absent.
 * Throws the file system's error, or that of `readCertificates`.
 */
export async function configuredAnchors({
  constancia_anchors: setting,
}: AnchorSettings): Promise<X509Certificate[] | undefined> {
  if (setting === undefined) return undefined
  return readCertificates(setting.includes('-----BEGIN') ? setting : await readFile(setting, 'utf8'))
}
