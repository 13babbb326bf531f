import type { DocumentKind } from '@quincena/domain/documents/rules'

interface DocumentHelp {
  /** What reviewers look for: sides, age, what must be legible. It begins in lower case. */
  mustShow: string
  what: string
  where: string
  why: string
  /** Official page that issues the document free of charge. */
  site?: { href: string; name: string }
}

/** What each document is, where a worker gets it and why it is asked for: on its card. The FAQ says it too. */
export const documentHelp: Record<DocumentKind, DocumentHelp> = {
  INE: {
    mustShow: 'vigente y por los dos lados',
    what: 'Tu credencial para votar.',
    where: 'Si la perdiste o ya venció, la repones gratis en un módulo del INE.',
    why: 'Para saber que eres tú quien pide y firma.',
  },
  CURP: {
    mustShow: 'la hoja completa',
    what: 'La constancia con tu Clave Única de Registro de Población.',
    where: 'La descargas gratis en gob.mx/curp, solo con tus datos.',
    why: 'Va en tu contrato y evita que te confundan con otra persona.',
    site: { href: 'https://www.gob.mx/curp/', name: 'gob.mx/curp' },
  },
  COMPROBANTE_DE_DOMICILIO: {
    mustShow: 'de los últimos 3 meses',
    what: 'Un recibo de luz, agua, teléfono, internet o predial.',
    where: 'Sirve el de papel, o el que descargas en la app o el sitio de la compañía.',
    why: 'Para confirmar dónde vives.',
  },
  CIF: {
    mustShow: 'con tu RFC y su código QR',
    what: 'Tu Cédula de Identificación Fiscal: viene en tu Constancia de Situación Fiscal.',
    where: 'La descargas gratis en sat.gob.mx con tu RFC y tu contraseña del SAT.',
    why: 'Para confirmar tu RFC.',
    site: { href: 'https://www.sat.gob.mx/', name: 'sat.gob.mx' },
  },
  CARATULA_DE_CUENTA_BANCARIA: {
    mustShow: 'con tu nombre y tu CLABE',
    what: 'La primera página de tu estado de cuenta. Tus movimientos no hacen falta.',
    where: 'La descargas en la app de tu banco, o la pides en una sucursal.',
    why: 'Para enviarte el dinero a una cuenta que es tuya.',
  },
}

export const whoSeesDocuments = 'Solo los ve el equipo que revisa tu solicitud. Tu empresa no los ve.'
