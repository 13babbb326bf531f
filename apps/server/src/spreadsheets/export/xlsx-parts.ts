import type { ExportKind } from './table.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Our number formats. Their ids start at 164; built in are 0 (general), 1 (whole number) and 49 (text). */
const formats = ['"$"#,##0.00', '0.0##%', 'dd/mm/yyyy', 'dd/mm/yyyy\\ hh:mm'] as const
const cellFormats = [0, 49, 164, 1, 165, 166, 167] as const

/** Index of each kind's cell format in `cellXfs`; the last one is the header's. */
export const styleOf: Record<ExportKind | 'head', number> = {
  text: 1,
  money: 2,
  count: 3,
  rate: 4,
  day: 5,
  instant: 6,
  head: cellFormats.length,
}

const unprintable = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu
const longestText = 32_767
/** Most texts: nothing in them to escape or to remove. */
const plainText = /^[ !#-%'-;=?-~\u00a0-\ud7ff]*$/
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes text for an XML attribute or a cell. Removes characters that XML cannot hold and cuts at 32,767 characters,
 * the most that an Excel cell holds.
 */
export function xmlText(text: string): string {
  if (text.length <= longestText && plainText.test(text)) return text
  return text
    .slice(0, longestText)
    .replace(unprintable, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
}

function styles(): string {
  const numberFormats = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${xmlText(code)}"/>`,
  )
  const cells = cellFormats.map(
    (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
  )
  const bold = '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" applyFont="1" applyNumberFormat="1"/>'
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${numberFormats.length}">${numberFormats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length + 1}">${cells.join('')}${bold}</cellXfs></styleSheet>`
}

/** Path in the zip of the sheet with this index (from 0). */
export const sheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`

/** All parts of a workbook except the sheets: path in the zip and XML (ECMA-376). */
export function workbookParts(
  sheetNames: readonly string[],
): readonly (readonly [path: string, xml: string])[] {
  const overrides = sheetNames.map(
    (_, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${office}.worksheet+xml"/>`,
  )
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const links = sheetNames.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/>${overrides.join('')}<Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${links.join('')}<Relationship Id="rId${sheetNames.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles()],
  ]
}

/** The XML of a sheet before its rows: frozen header row and column widths in characters. */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

/** The XML of a sheet after its rows, with the filter over `range`. */
export const sheetEnd = (range: string) => `</sheetData><autoFilter ref="${range}"/></worksheet>`
