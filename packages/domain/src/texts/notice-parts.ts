/** A part of a notice's text. Each is a section with a heading that nobody changes. */
export type NoticePart = 'text' | 'locked' | 'subject' | 'preheader' | 'mail' | 'closing' | 'message'

interface PartRule {
  heading: string
  /** Where it is read, in Spanish. */
  hint: string
  /** True: one paragraph without a condition. */
  is_single: boolean
  /** True: others may read it, so it has no amounts, folios, accounts or names. */
  is_public: boolean
}

/** The parts: their headings, and what each may contain. */
export const noticeParts: Record<NoticePart, PartRule> = {
  text: {
    ...{ heading: 'Texto del aviso', hint: 'Se lee en la app. Los párrafos se unen en uno.' },
    ...{ is_single: false, is_public: false },
  },
  locked: {
    ...{
      heading: 'Pantalla bloqueada',
      hint: 'Se lee en el teléfono sin desbloquearlo: sin datos personales.',
    },
    ...{ is_single: true, is_public: true },
  },
  subject: {
    ...{ heading: 'Asunto del correo', hint: 'Sin datos personales: se lee en pantallas bloqueadas.' },
    ...{ is_single: true, is_public: true },
  },
  preheader: {
    ...{
      heading: 'Avance del correo',
      hint: 'Sigue al asunto en la lista de correos: sin datos personales.',
    },
    ...{ is_single: true, is_public: true },
  },
  mail: {
    heading: 'Párrafos del correo',
    hint: 'Después del saludo con el nombre. Los montos, las fechas y el botón se agregan solos.',
    ...{ is_single: false, is_public: false },
  },
  closing: {
    ...{ heading: 'Final del correo', hint: 'En letra pequeña, después del botón.' },
    ...{ is_single: false, is_public: false },
  },
  message: {
    ...{
      heading: 'Mensaje corto',
      hint: 'SMS o WhatsApp: 160 caracteres como máximo, sin datos personales.',
    },
    ...{ is_single: true, is_public: true },
  },
}

/** The field of a mail that repeats the notice's text. */
export const NOTICE_TEXT_FIELD = 'notice_text'
