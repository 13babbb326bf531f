import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'

const letter: [number, number] = [612, 792]

/** A one-page PDF that stands for a document in the demo and states this; `detail` is a second line of text. */
export async function samplePdf(title: string, detail = ''): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const page = file.addPage(letter)
  const [bold, plain] = [
    await file.embedFont(StandardFonts.HelveticaBold),
    await file.embedFont(StandardFonts.Helvetica),
  ]
  page.drawRectangle({
    x: 56,
    y: 520,
    width: 500,
    height: 200,
    borderColor: rgb(0.04, 0.43, 0.37),
    borderWidth: 1.5,
  })
  page.drawText(title, { x: 80, y: 660, size: 24, font: bold, color: rgb(0.11, 0.14, 0.15) })
  page.drawText('Documento de muestra para la demostración. Sin validez.', {
    x: 80,
    y: 630,
    size: 12,
    font: plain,
  })
  page.drawText(detail, { x: 80, y: 606, size: 12, font: plain })
  return file.save()
}
