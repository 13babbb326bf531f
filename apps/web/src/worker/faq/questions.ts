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
  {
    id: 'clarification',
    category: 'Envíos',
    question: '¿Qué significa «En aclaración»?',
    answer:
      'Estamos confirmando con el banco si tu dinero llegó. Mientras tanto no tienes que pagar nada, no se vence ningún pago y no te enviamos recordatorios. Cuando quede claro, lo ves en el detalle.',
  },
  {
    id: 'account',
    category: 'Tu cuenta',
    question: '¿Por qué me depositaron un centavo?',
    answer:
      'Para confirmar con tu banco que la cuenta es tuya, antes de enviarte dinero a una cuenta nueva. Tarda unos segundos y el centavo es tuyo. Si el banco dice otro nombre, te pedimos registrar una cuenta a tu nombre.',
  },
  {
    id: 'balance',
    category: 'Saldo a favor',
    question: '¿Qué pasa si pago de más?',
    answer:
      'Lo que sobra queda a tu favor y lo ves en Inicio. Puedes usarlo en tu crédito o anticipo, o pedir que te lo devolvamos a tu cuenta: una persona de nuestro equipo lo autoriza y te avisamos. Mientras nadie lo autorice, puedes retirar tu solicitud.',
  },
] as const
