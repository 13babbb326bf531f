import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkText } from './check.ts'
import { TEXT_CONTENT_LIMITS, type TextContent } from './content.ts'

const good: TextContent = {
  title: 'Términos y condiciones',
  sections: [
    {
      heading: '1. Quiénes somos',
      paragraphs: [
        {
          text: '{lender}, con domicilio en {address}. Escríbenos a {email} o visita https://www.condusef.gob.mx.',
        },
        { text: 'Registro {reca}; 3 < 5 y 5 > 3.', when: 'reca_registered' },
      ],
    },
  ],
}
/** The text with another paragraph at `sections.0.paragraphs.2`. */
const withParagraph = (text: string, when?: string): TextContent => ({
  title: good.title,
  sections: good.sections.map((section) => ({
    ...section,
    paragraphs: [...section.paragraphs, { text, ...(when !== undefined && { when }) }],
  })),
})
const place = 'sections.0.paragraphs.2'

test('a text without faults has no problems', () => {
  expect(checkText('terms', good)).toEqual([])
})

test.each([
  ['No existe el campo «{name}».', 'Hola {name}'],
  ['No existe el campo «{}».', 'Hola {}'],
  ['Falta cerrar una llave «{».', 'Hola {lender'],
  ['Sobra una llave «}».', 'Hola lender}'],
  ['El texto va sin etiquetas HTML.', '<b>negritas</b>'],
  ['El texto va sin etiquetas HTML.', 'Lee <script src=x>'],
  ['El texto va sin etiquetas HTML.', 'fin </p'],
  ['El texto va sin etiquetas HTML.', '<!-- nota'],
  ['Escribe la dirección completa, sin enlaces ni imágenes.', '![logo](https://x.mx/a.png)'],
  ['Escribe la dirección completa, sin enlaces ni imágenes.', '[aquí](https://x.mx)'],
  ['Solo se admiten direcciones que empiezan con https://.', 'Entra a http://x.mx'],
  ['Solo se admiten direcciones que empiezan con https://.', 'Entra a ftp://x.mx'],
  ['Solo se admiten direcciones que empiezan con https://.', 'Entra a //x.mx/a.png'],
  ['Solo se admiten direcciones que empiezan con https://.', 'javascript:alert(1)'],
  ['Solo se admiten direcciones que empiezan con https://.', 'JavaScript:alert(1)'],
  ['Solo se admiten direcciones que empiezan con https://.', 'data:text/html,hola'],
  ['Hay un carácter invisible o un salto de línea: bórralo y escríbelo de nuevo.', 'una\nlínea'],
  ['Hay un carácter invisible o un salto de línea: bórralo y escríbelo de nuevo.', 'nulo\u0000'],
  ['Hay un carácter invisible o un salto de línea: bórralo y escríbelo de nuevo.', 'al \u202erevés'],
  ['Hay un carácter invisible o un salto de línea: bórralo y escríbelo de nuevo.', 'media \ud83d'],
  ['Escribe el párrafo o quítalo.', '   '],
  ['Máximo 4,000 caracteres.', 'x'.repeat(4001)],
])('reports «%s» at the paragraph', (message, text) => {
  expect(checkText('terms', withParagraph(text))).toEqual([{ place, message }])
})

test('reports an unknown condition at its paragraph', () => {
  expect(checkText('terms', withParagraph('Hola', 'is_monday'))).toEqual([
    { place, message: 'No existe la condición «is_monday».' },
  ])
})

test('reports every problem of a text with its place', () => {
  const bad: TextContent = {
    title: ' ',
    sections: [
      { heading: '', paragraphs: [] },
      { heading: '<i>', category: 'Pagos', paragraphs: [{ text: '{x} {y' }] },
    ],
  }
  expect(checkText('terms', bad).map((problem) => problem.place)).toEqual([
    'title',
    ...['sections', 'sections'],
    ...['sections.0.heading', 'sections.0.paragraphs'],
    ...['sections.1.heading', 'sections.1.category', 'sections.1.paragraphs.0', 'sections.1.paragraphs.0'],
  ])
})

test('requires the elements of a document in a paragraph without a condition', () => {
  const section = {
    heading: 'Responsable',
    paragraphs: [{ text: '{lender} {address} {email}', when: 'reca_missing' }],
  }
  expect(checkText('privacy', { title: 'Aviso', sections: [section] })).toEqual([
    {
      place: 'sections',
      message: 'Falta el nombre de la financiera («{lender}») en un párrafo sin condición.',
    },
    {
      place: 'sections',
      message: 'Falta el domicilio de la financiera («{address}») en un párrafo sin condición.',
    },
    {
      place: 'sections',
      message: 'Falta cómo ejercer los derechos ARCO («ARCO») en un párrafo sin condición.',
    },
    {
      place: 'sections',
      message: 'Falta el correo para ejercerlos («{email}») en un párrafo sin condición.',
    },
  ])
})

test('requires a category of each question, and none in other documents', () => {
  const question = { heading: '¿Cuánto?', paragraphs: [{ text: 'Poco.' }] }
  const faq = (more: object) => ({ title: 'Preguntas', sections: [{ ...question, ...more }] })
  expect(checkText('faq', faq({ category: 'Pagos', keywords: 'monto' }))).toEqual([])
  expect(checkText('faq', faq({}))).toEqual([
    { place: 'sections.0.category', message: 'Escribe la categoría.' },
  ])
  expect(checkText('faq', faq({ category: 'Pagos', keywords: '' })).map((one) => one.place)).toEqual([
    'sections.0.keywords',
  ])
})

test('limits the sections and the length of the whole document', () => {
  const section = good.sections[0] ?? { heading: '', paragraphs: [] }
  const many = { title: 'T', sections: Array(TEXT_CONTENT_LIMITS.sections + 1).fill(section) }
  expect(checkText('terms', many)).toEqual([{ place: 'sections', message: 'Máximo 100 secciones.' }])
  const paragraphs = [...section.paragraphs, ...Array(38).fill({ text: 'x'.repeat(4000) })]
  expect(checkText('terms', { title: 'T', sections: [{ heading: 'H', paragraphs }] })).toEqual([
    { place: 'sections', message: 'El documento pasa de 150,000 caracteres.' },
  ])
})

test('never throws, and accepts no text with a tag or an open brace', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary-ascii', maxLength: 40 }),
      fc.constantFrom('<a', '</', '{', '}'),
      (text, bad) => {
        const problems = checkText('terms', withParagraph(`${text}${bad}`))
        expect(problems.some((problem) => problem.place === place)).toBe(true)
      },
    ),
  )
})
