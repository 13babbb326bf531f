/** Frequent questions, each with its category. */
export const questions = [
  {
    id: 'amount',
    category: 'Créditos',
    question: '¿Cuánto puedo pedir?',
    answer:
      'Un crédito, hasta tres veces tu sueldo mensual, a 3, 6, 9 o 12 meses. Un anticipo, una parte de tu quincena: el máximo aparece al solicitarlo.',
  },
  {
    id: 'advance',
    category: 'Anticipos',
    question: '¿Cuándo pago un anticipo?',
    answer:
      'En tu siguiente fecha de pago, el día 15 o el último del mes. También puedes pagarlo antes, completo o en partes. No tiene intereses: solo la comisión de tu empresa, que ves antes de solicitarlo.',
  },
  {
    id: 'documents',
    category: 'Documentos',
    question: '¿Qué documentos necesito?',
    answer:
      'Cinco, en PDF: INE, CURP, comprobante de domicilio, Cédula de Identificación Fiscal (CIF) y carátula de tu cuenta bancaria. Los subes una sola vez, en Documentación.',
  },
  {
    id: 'transfer',
    category: 'Envíos',
    question: '¿Cuándo llega el dinero?',
    answer:
      'En cuanto firmas lo enviamos por SPEI a tu cuenta; casi siempre llega en unos minutos. En el detalle de tu crédito o anticipo ves cada paso, y si tu banco lo devuelve te avisamos.',
  },
] as const
