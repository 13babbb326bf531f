import {
  type PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  PDFString,
} from '@cantoo/pdf-lib'
import {
  ANNOTATION_FLAGS,
  DEFAULT_BYTE_RANGE_PLACEHOLDER,
  SIG_FLAGS,
  SUBFILTER_ETSI_CADES_DETACHED,
} from '@signpdf/utils'

interface Field {
  reason: string
  lender: { name: string; email: string }
  sealed_at: Date
  /** Reserved for the CMS. */
  size_bytes: number
}

/** The signature's dictionary. Written out at once, because no object stream may hold it. */
function signatureOf({ context }: PDFDocument, { reason, lender, sealed_at, size_bytes }: Field) {
  const gap = PDFName.of(DEFAULT_BYTE_RANGE_PLACEHOLDER)
  const dictionary = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ETSI_CADES_DETACHED,
    ByteRange: [0, gap, gap, gap],
    Contents: PDFHexString.of('\0'.repeat(size_bytes)),
    Reason: PDFString.of(reason),
    M: PDFString.fromDate(sealed_at),
    ContactInfo: PDFString.of(lender.email),
    Name: PDFString.of(lender.name),
    Location: PDFString.of('México'),
    Prop_Build: { Filter: { Name: 'Adobe.PPKLite' }, App: { Name: 'Quincena' } },
  })
  const bytes = new Uint8Array(dictionary.sizeInBytes())
  dictionary.copyBytesInto(bytes, 0)
  return context.register(PDFInvalidObject.of(bytes))
}

/**
 * Adds an invisible signature field to the first page, with space for the CMS that `@signpdf` fills in. Its own
 * placeholder package loads another copy of the PDF library, whose objects this one does not recognize.
 */
export function addSignatureField(pdf: PDFDocument, field: Field) {
  const { context, catalog } = pdf
  const page = pdf.getPage(0)
  const rectangle = [0, 0, 0, 0]
  const widget = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: rectangle,
    V: signatureOf(pdf, field),
    T: PDFString.of('Signature1'),
    F: ANNOTATION_FLAGS.PRINT,
    P: page.ref,
    // PDF/A requires an appearance, Acrobat its resources.
    AP: { N: context.register(context.formXObject([], { BBox: rectangle, Resources: {} })) },
  })
  const reference = context.register(widget)
  // Not `addAnnot`, which rewrites the content of the page that the worker read.
  const annotations = page.node.Annots() ?? context.obj([])
  annotations.push(reference)
  page.node.set(PDFName.of('Annots'), annotations)
  const form = catalog.getOrCreateAcroForm()
  form.addField(reference)
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(SIG_FLAGS.SIGNATURES_EXIST | SIG_FLAGS.APPEND_ONLY))
}
