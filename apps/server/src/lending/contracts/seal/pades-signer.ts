import { Signer } from '@signpdf/utils'
import { oid, signCms } from '../../../crypto/cms.ts'
import type { KeyStore } from '../../../crypto/p12.ts'

/** Signs the bytes that `@signpdf` passes with the detached CMS of a PAdES baseline seal (ETSI EN 319 142-1). */
export class PadesSigner extends Signer {
  readonly #sealer: KeyStore

  constructor(sealer: KeyStore) {
    super()
    this.#sealer = sealer
  }

  override async sign(content: Buffer): Promise<Buffer> {
    const info = await signCms(this.#sealer, { bytes: content, place: 'beside', type: oid.data })
    return Buffer.from(info.toSchema().toBER())
  }
}
