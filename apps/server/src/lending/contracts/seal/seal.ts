import { PDFDocument, PDFHeader } from '@cantoo/pdf-lib'
import { SignPdf } from '@signpdf/signpdf'
import type { KeyStore } from '../../../crypto/p12.ts'
import { PadesSigner } from './pades-signer.ts'
import { addSignatureField } from './signature-field.ts'

/** Bytes reserved for the CMS, several times the size of certificates and a 3072-bit RSA signature. */
const SIGNATURE_BYTES = 16_384

interface Parts {
  /** The PDF that the worker read and signed. */
  contract: Uint8Array
  /** The evidence of the signature: two pages, or more if the device's user agent is long. */
  evidence: Uint8Array
  title: string
  lender: { name: string; email: string }
  sealed_at: Date
}

async function join({ contract, evidence, title, sealed_at }: Parts): Promise<PDFDocument> {
  const joined = await PDFDocument.load(contract, { updateMetadata: false })
  // Not the version of the contract as it was read: attachments and PAdES need 1.7.
  joined.context.header = PDFHeader.forVersion(1, 7)
  const added = await PDFDocument.load(evidence)
  const pages = await joined.copyPages(added, added.getPageIndices())
  for (const page of pages) joined.addPage(page)
  await joined.attach(contract, 'contrato-leido.pdf', {
    mimeType: 'application/pdf',
    description: 'El contrato tal como se mostró antes de la firma',
    creationDate: sealed_at,
    modificationDate: sealed_at,
  })
  joined.setTitle(title, { showInWindowTitleBar: true })
  joined.setModificationDate(sealed_at)
  return joined
}

type Seal = Pick<Parts, 'lender' | 'sealed_at'> & { reason: string }

async function seal(
  sealer: KeyStore,
  pdf: PDFDocument,
  { reason, lender, sealed_at }: Seal,
): Promise<Buffer> {
  addSignatureField(pdf, { reason, lender, sealed_at, size_bytes: SIGNATURE_BYTES })
  const bytes = await pdf.save({ useObjectStreams: false })
  return new SignPdf().sign(bytes, new PadesSigner(sealer))
}

/**
 * Builds the signed contract: the pages that were read, then the evidence, with the original PDF attached. The PAdES
 * seal covers every byte.
 */
export async function sealPdf(sealer: KeyStore, parts: Parts): Promise<Buffer> {
  const { lender, sealed_at } = parts
  return seal(sealer, await join(parts), { reason: 'Sello de integridad del contrato', lender, sealed_at })
}

/** Seals a letter: its pages as they were rendered, under a PAdES seal that covers every byte. */
export async function sealLetterPdf(
  sealer: KeyStore,
  { letter, lender, sealed_at }: Pick<Parts, 'lender' | 'sealed_at'> & { letter: Uint8Array },
): Promise<Buffer> {
  const pdf = await PDFDocument.load(letter, { updateMetadata: false })
  // Not the version of the rendered file: PAdES needs 1.7.
  pdf.context.header = PDFHeader.forVersion(1, 7)
  pdf.setModificationDate(sealed_at)
  return seal(sealer, pdf, { reason: 'Sello de integridad de la constancia', lender, sealed_at })
}
