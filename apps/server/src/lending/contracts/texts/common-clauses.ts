import { productOf } from '@quincena/domain/contracts/product'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import type { Article } from './article.ts'
import { paymentClauses } from './payment-clauses.ts'

function service({ lender, loan }: ContractPayload): Article[] {
  return [
    {
      heading: 'Cancelación y terminación',
      paragraphs: [
        'Mientras el dinero no se haya enviado, el Cliente puede cancelar este contrato sin responsabilidad ni costo. Después puede darlo por terminado en cualquier momento pagando la cantidad con la que se liquida; la Financiera emitirá la constancia de no adeudo a más tardar el décimo día hábil posterior a la liquidación.',
      ],
    },
    {
      heading: 'Estado de cuenta',
      paragraphs: [
        `El Cliente consulta de forma gratuita y permanente en la aplicación el saldo, los pagos realizados y los que faltan ${productOf(loan.type).of}, y puede pedir el estado de cuenta por correo a la Unidad Especializada. Cuenta con 90 días naturales a partir de la fecha del movimiento para objetarlo.`,
      ],
    },
    {
      heading: 'Consultas, aclaraciones y reclamaciones',
      paragraphs: [
        `El Cliente puede presentarlas ante la Unidad Especializada de Atención a Usuarios (UNE) de la Financiera: ${lender.address}; teléfono ${lender.phone}; correo ${lender.email}. La UNE entrega un folio y responde por escrito en un máximo de 30 días hábiles. También puede acudir a la CONDUSEF: 55 5340 0999 y 800 999 8080, www.condusef.gob.mx.`,
      ],
    },
    {
      heading: 'Datos personales e historial crediticio',
      paragraphs: [
        'La Financiera trata los datos del Cliente conforme al Aviso de privacidad que aceptó y que está disponible en la aplicación. Con su firma, el Cliente consiente de forma expresa el tratamiento de sus datos financieros y de los que constan en la hoja de evidencia (firma trazada, ubicación, dispositivo) para los fines de este contrato.',
        'La Financiera no consulta ni reporta su historial en sociedades de información crediticia sin autorización expresa y por separado.',
      ],
    },
  ]
}

function form({ lender }: ContractPayload): Article[] {
  return [
    {
      heading: 'Cesión',
      paragraphs: [
        'La Financiera podrá ceder o descontar los derechos de este contrato y lo notificará al Cliente. La cesión no modifica sus derechos ni las condiciones pactadas. El Cliente no puede ceder los suyos.',
      ],
    },
    {
      heading: 'Origen de los recursos y ubicación',
      paragraphs: [
        'El Cliente declara que actúa por cuenta propia y que los recursos con que pagará son lícitos. Para cumplir las disposiciones de prevención de lavado de dinero en la contratación a distancia, autoriza que se registre la geolocalización del dispositivo en el momento de firmar.',
      ],
    },
    {
      heading: 'Firma electrónica y prueba',
      paragraphs: [
        'Las partes contratan por medios electrónicos conforme a los artículos 80, 89, 89 bis, 93, 96 y 97 del Código de Comercio y 1803 y 1834 bis del Código Civil Federal. El Cliente firma, después de leer este documento, con el trazo que hace en la pantalla de su dispositivo o, si no puede trazarlo, con su nombre escrito en ella y su confirmación expresa de que es su firma; la Financiera, con su sello electrónico.',
        'La hoja de evidencia que se agrega al firmar reúne la firma, el nombre y la CURP del Cliente, la fecha y hora, el lugar, el dispositivo, la dirección IP y la huella digital (SHA-256) de este documento, y forma parte del contrato. El archivo firmado se conserva íntegro y a disposición del Cliente en la aplicación; cualquier alteración posterior al sello es detectable. Las partes reconocen a lo anterior los mismos efectos que a la firma autógrafa.',
      ],
    },
    {
      heading: 'Modificaciones y avisos',
      paragraphs: [
        `Las condiciones de este contrato son fijas y no se modifican de manera unilateral. Los avisos se dan en la aplicación y al correo electrónico del Cliente; los dirigidos a la Financiera, en ${lender.email} o en su domicilio.`,
      ],
    },
    {
      heading: 'Ley aplicable y tribunales',
      paragraphs: [
        'Este contrato se rige por las leyes federales de los Estados Unidos Mexicanos. Son competentes los tribunales de la Ciudad de México o los del domicilio del Cliente, a elección de este, sin perjuicio de la competencia de la CONDUSEF.',
      ],
    },
  ]
}

/** The clauses that credits and advances share. */
export function commonClauses(payload: ContractPayload): Article[] {
  return [...paymentClauses(payload), ...service(payload), ...form(payload)]
}
