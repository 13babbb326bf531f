import { documentsInWords, whoSeesDocuments } from '../document/document-help.ts'

export interface Question {
  id: string
  category: string
  question: string
  answer: string
  /** Everyday words of a search that the texts above do not have. */
  words?: string
}

/**
 * Frequent questions, each with its category; the four of the specification come first. The answers say what the
 * contract, the terms and the privacy notice say: change them together.
 */
export const questions: readonly Question[] = [
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
    id: 'payroll',
    category: 'Pagos',
    question: '¿Cómo y de dónde se cobra?',
    answer:
      'De tu nómina: tu empresa lo descuenta y nos lo entrega, con la instrucción que das en el contrato. Tú no tienes que hacer nada. En un crédito se descuenta una parte de cada pago de tu sueldo; en un anticipo, todo en tu siguiente día de pago. No tomamos dinero de tu tarjeta ni de tu cuenta bancaria.',
    words: 'descuento descontar quitan sueldo salario quincena cobran abono pagos',
  },
  {
    id: 'charges',
    category: 'Pagos',
    question: '¿Me van a cobrar algo más?',
    answer:
      'No. En un crédito pagas los intereses de tu tabla de pagos, con su IVA, y en un anticipo una comisión. No cobramos apertura, administración, pago anticipado, pago tardío, gastos de cobranza ni intereses moratorios.',
    words: 'interes comisiones multa recargos costo caro gratis oculto letras',
  },
  {
    id: 'early',
    category: 'Pagos',
    question: '¿Puedo pagar antes?',
    answer:
      'Sí, todo o una parte, cuando quieras y sin comisión ni penalización. En un crédito pagas menos intereses: en su detalle ves cuánto te ahorras y con cuánto lo liquidas hoy. En un anticipo la comisión no baja. Para pagar, llámanos.',
    words: 'adelantar anticipado liquidar abonar capital terminar adelanto ahorro',
  },
  {
    id: 'short-pay',
    category: 'Pagos',
    question: '¿Y si mi quincena no alcanza?',
    answer:
      'Si el descuento no se hace o no queda completo, lo que falte lo pagas por transferencia en la fecha pactada. Llámanos y te decimos a qué cuenta. Atrasarte no causa intereses ni comisiones, pero puede limitar tus siguientes solicitudes.',
    words: 'atraso atrasar retraso vencido deber faltas incapacidad sueldo poco problema moroso',
  },
  {
    id: 'job',
    category: 'Pagos',
    question: '¿Qué pasa si cambio de trabajo o me despiden?',
    answer:
      'Sigues debiendo lo mismo, en las mismas fechas y sin cargos de más. Como ya no se descuenta de tu nómina, lo pagas por transferencia: llámanos y te decimos a qué cuenta. Avísanos también si cambian tu domicilio, tu teléfono o tu correo.',
    words: 'renuncio renunciar corren finiquito liquidacion empleo chamba despido salgo empresa',
  },
  {
    id: 'bureau',
    category: 'Privacidad',
    question: '¿Consultan mi Buró de Crédito?',
    answer:
      'No sin tu permiso. No consultamos ni reportamos tu historial en sociedades de información crediticia, como Buró de Crédito o Círculo de Crédito, sin tu autorización expresa y por separado.',
    words: 'historial score calificacion revisan reportan',
  },
  {
    id: 'employer',
    category: 'Privacidad',
    question: '¿Mi jefe se entera?',
    answer:
      'A tu empresa le damos solo lo necesario para confirmar que trabajas ahí y para descontar tus pagos, así que quien prepara la nómina sabe cuánto descontarte. No ve tus documentos y no tienes que decirle a nadie para qué es el dinero.',
    words: 'patron empresa recursos humanos rh trabajo supervisor avisan sabe',
  },
  {
    id: 'who-sees',
    category: 'Privacidad',
    question: '¿Quién ve mis documentos?',
    answer: `${whoSeesDocuments} Solo los entregamos a una autoridad si la ley lo ordena, y no vendemos tus datos.`,
    words: 'privacidad datos personales fotos credencial ine robo identidad comparten',
  },
  {
    id: 'location',
    category: 'Privacidad',
    question: '¿Por qué piden mi ubicación?',
    answer:
      'La ley que previene el lavado de dinero nos obliga a conocer dónde está el dispositivo con el que se contrata a distancia. Solo la registramos al firmar. Si no la compartes, no es posible firmar.',
    words: 'gps donde estoy rastrean permiso localizacion',
  },
  {
    id: 'document-sources',
    category: 'Documentos',
    question: '¿Dónde consigo cada documento?',
    answer: documentsInWords,
    words: 'descargar sacar sat constancia fiscal recibo luz cfe curp estado cuenta perdi vencida',
  },
  {
    id: 'answer-time',
    category: 'Créditos',
    question: '¿Cuánto tarda la respuesta?',
    answer:
      'Un anticipo queda aprobado al pedirlo. Un crédito lo revisa una persona: casi siempre respondemos el mismo día hábil, y te llega una notificación. Si nos falta confirmar tus datos o tus documentos, te lo decimos antes de firmar.',
    words: 'tiempo esperar dias horas aprueban aprobacion rapido analisis demora',
  },
  {
    id: 'apr',
    category: 'Créditos',
    question: '¿Qué es el CAT?',
    answer:
      'El Costo Anual Total dice en un solo porcentaje lo que cuesta un crédito en un año, para compararlo con otros. En un plazo de pocos días sale alto aunque pagues pocos pesos: mira también cuánto pagas en total.',
    words: 'costo anual total porcentaje tasa interes caro',
  },
  {
    id: 'signature',
    category: 'Contrato',
    question: '¿Es seguro firmar en la pantalla?',
    answer:
      'Sí. Lees el contrato completo antes de firmar, y lo firmado lleva un sello electrónico: cualquier cambio posterior se puede detectar. Vale lo mismo que una firma en papel y lo descargas cuando quieras. Nadie de nuestro equipo te pide tu contraseña ni tus códigos.',
    words: 'firma seguridad fraude estafa confiable legal validez electronica',
  },
  {
    id: 'cancel',
    category: 'Contrato',
    question: '¿Cómo cancelo?',
    answer:
      'Antes de firmar no te cuesta nada: retira tu solicitud en Solicitudes, o rechaza la oferta en su detalle. Si ya firmaste y el dinero no ha salido, llámanos: se cancela sin costo. Después lo terminas cuando quieras al pagar lo que debes, sin penalización.',
    words: 'cancelar arrepenti arrepentir retirar rechazar devolver anular ya no quiero',
  },
  {
    id: 'missing-money',
    category: 'Envíos',
    question: '¿Qué pasa si el dinero no llega?',
    answer:
      'En el detalle ves en qué paso va. Si tu banco lo devuelve te avisamos, corregimos la cuenta contigo y las fechas de pago cuentan desde que lo enviamos de nuevo: mientras tanto no debes nada. Si no es posible enviarlo, se cancela sin costo.',
    words: 'deposito depositaron transferencia perdido devuelto cuenta equivocada tarda',
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
      'Lo que sobra queda a tu favor y lo ves en Inicio. Puedes usarlo en tu crédito o anticipo, o pedir que te lo devolvamos a tu cuenta: una persona de nuestro equipo lo autoriza y te avisamos. Si cambias de idea antes de que la autoricen, toca «Ya no quiero la devolución».',
  },
]
