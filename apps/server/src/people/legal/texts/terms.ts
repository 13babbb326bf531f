import type { LegalText } from './legal-text.ts'

/** Terms of use of the app. `{…}` are filled from the lender's configuration. */
export const terms: LegalText = {
  document: 'terms',
  version: '2.0',
  effective_date: '2025-07-01',
  title: 'Términos y condiciones',
  sections: [
    {
      heading: '1. Quiénes somos y qué aceptas',
      paragraphs: [
        'Quincena es un servicio de {lender} (la «Financiera»), con domicilio en {address}. Estos términos regulan el uso de la aplicación y de los servicios que en ella se ofrecen a los trabajadores de las empresas con las que la Financiera tiene convenio.',
        'La Financiera es una sociedad financiera de objeto múltiple, entidad no regulada. Para su constitución y operación con ese carácter no requiere autorización de la Secretaría de Hacienda y Crédito Público, y está sujeta a la supervisión de la Comisión Nacional Bancaria y de Valores únicamente para efectos de lo dispuesto por el artículo 56 de la Ley General de Organizaciones y Actividades Auxiliares del Crédito (prevención de operaciones con recursos de procedencia ilícita y financiamiento al terrorismo).',
        'Al marcar la casilla «Acepto los términos y condiciones» manifiestas que los leíste, que los entiendes y que estás de acuerdo con ellos. Guardamos la versión que aceptaste, la fecha y la hora. Si no estás de acuerdo, no uses la aplicación.',
        'Estos términos no son un contrato de crédito. Cada crédito o anticipo se rige por su propio contrato, que puedes leer completo y descargar antes de firmarlo. Si hay diferencia entre ambos, prevalece el contrato.',
      ],
    },
    {
      heading: '2. Quién puede usar la aplicación',
      paragraphs: [
        'Puedes usarla si eres mayor de edad, de nacionalidad mexicana, trabajas en una empresa con convenio vigente y esa empresa te dio de alta. El alta no obliga a la Financiera a otorgarte un crédito o un anticipo.',
        'La información y los documentos que entregues deben ser tuyos, verdaderos y actuales. Para solicitar necesitas cinco documentos en formato PDF: identificación oficial (INE), CURP, comprobante de domicilio, Cédula de Identificación Fiscal y carátula de tu cuenta bancaria. Podemos pedirte que reemplaces un documento ilegible, vencido o que no corresponda.',
      ],
    },
    {
      heading: '3. Tu cuenta y tu contraseña',
      paragraphs: [
        'Tu cuenta es personal. Cuida tu contraseña y los códigos de verificación, y no los compartas con nadie: el personal de la Financiera nunca te los pedirá. Lo que se haga con tu sesión se considera hecho por ti, salvo que nos hayas avisado antes del robo, la pérdida o el uso no autorizado.',
        'Por seguridad bloqueamos la cuenta después de varios intentos fallidos, cerramos las sesiones sin actividad y te avisamos de los cambios en tus datos de contacto o bancarios. Puedes ver y cerrar tus sesiones desde la aplicación.',
        'Si notas algo extraño, cambia tu contraseña y comunícate de inmediato al {phone} o a {email}.',
      ],
    },
    {
      heading: '4. Los créditos',
      paragraphs: [
        'Un crédito es una cantidad que recibes en una sola exhibición y pagas en 3, 6, 9 o 12 mensualidades iguales, con tasa de interés anual fija sobre saldos insolutos. El monto máximo es de tres veces tu sueldo mensual y depende de la evaluación de tu solicitud.',
        'Antes de solicitar verás el monto, el plazo, la mensualidad, el total a pagar y el CAT (Costo Anual Total). La solicitud no te obliga: mientras no firmes el contrato puedes retirarla o rechazar la oferta sin costo. Una oferta de crédito vence a los 30 días de aprobada.',
      ],
    },
    {
      heading: '5. Los anticipos',
      paragraphs: [
        'Un anticipo es una cantidad menor que recibes antes de tu día de pago y liquidas en un solo pago en la siguiente fecha de pago (el día 15 o el último día del mes). No genera intereses: su único costo es una comisión fija que conoces antes de solicitarlo.',
        'El monto máximo se calcula con base en tu sueldo quincenal y en las condiciones del convenio con tu empresa. La oferta vence el día de pago al que corresponde.',
      ],
    },
    {
      heading: '6. Solicitud, evaluación y oferta',
      paragraphs: [
        'Solo puedes tener un crédito y un anticipo abiertos a la vez. Cada solicitud se evalúa con la información que nos diste y la que tu empresa confirma. Si la rechazamos, te decimos el motivo en la aplicación y puedes solicitar de nuevo cuando cambien las circunstancias.',
        'No consultamos tu historial en una sociedad de información crediticia sin tu autorización expresa y por separado. Ningún crédito se condiciona a que aceptes recibir publicidad ni a que contrates otro producto.',
      ],
    },
    {
      heading: '7. Contrato y firma electrónica',
      paragraphs: [
        'Las operaciones se contratan por medios electrónicos, conforme a los artículos 80, 89, 89 bis, 93 y 97 del Código de Comercio y 1803 y 1834 bis del Código Civil Federal. Tu consentimiento se expresa con la firma que trazas en la pantalla después de leer el contrato.',
        'Al firmar registramos la imagen y el trazo de tu firma, tu nombre y CURP, la fecha y hora, la ubicación del dispositivo, su dirección IP y la huella digital (SHA-256) del documento que leíste. Con eso se integra el contrato firmado, que lleva un sello electrónico de la Financiera: cualquier cambio posterior se puede detectar. Puedes descargarlo siempre que quieras.',
        'La ley que previene el lavado de dinero nos obliga a conocer la ubicación del dispositivo con el que se contrata a distancia. Si no la compartes no es posible firmar. Solo la pedimos en ese momento.',
      ],
    },
    {
      heading: '8. Entrega del dinero',
      paragraphs: [
        'El dinero se envía por SPEI a la cuenta o tarjeta a tu nombre que aparece en el contrato, de la que verás el banco y los últimos cuatro dígitos antes de firmar. Normalmente llega en minutos; puede tardar más por causas del banco receptor o de los sistemas de pago, o pasar al siguiente día hábil bancario.',
        'Revisa que tu cuenta sea correcta. Si el banco devuelve el envío, te avisamos, lo corregimos contigo y no corre ninguna fecha de pago hasta que el dinero se envíe de nuevo.',
      ],
    },
    {
      heading: '9. Pagos',
      paragraphs: [
        'Pagas por descuento de nómina, conforme a la instrucción que das en el contrato y al convenio con tu empresa, o por los demás medios que el contrato señala. Si tu empresa no realiza el descuento, o dejas de trabajar en ella, sigues obligado al pago en las fechas pactadas.',
        'Puedes pagar antes de tiempo sin comisión ni penalización. En la aplicación ves cada pago registrado, lo que debes y la fecha del siguiente. Los créditos no generan intereses moratorios ni comisiones por pago tardío; aun así, el atraso puede limitar nuevas solicitudes.',
      ],
    },
    {
      heading: '10. Uso permitido',
      paragraphs: [
        'Usa la aplicación solo para los fines para los que fue hecha. No está permitido suplantar a otra persona, entregar documentos falsos o alterados, intentar entrar a cuentas ajenas, interferir con el servicio o extraer información por medios automáticos. Podemos suspender la cuenta cuando haya indicios fundados de esas conductas, sin afectar las obligaciones ya contraídas por ninguna de las partes.',
        'La marca, el diseño y el software son de la Financiera o de quienes le dieron licencia. Te damos permiso de usarlos de forma personal, gratuita y no exclusiva mientras tengas cuenta.',
      ],
    },
    {
      heading: '11. Asistencias de terceros',
      paragraphs: [
        'La aplicación muestra asistencias y beneficios que prestan terceros. Son opcionales, se rigen por las condiciones de quien los presta y no son requisito para obtener un crédito o un anticipo.',
      ],
    },
    {
      heading: '12. Avisos',
      paragraphs: [
        'Te avisamos dentro de la aplicación y por correo electrónico. Mantén actualizados tu correo y tu teléfono. Los avisos sobre tu contrato, tus pagos y tu seguridad son parte del servicio; los de ofertas y promociones los recibes solo si quieres y los puedes desactivar cuando quieras.',
      ],
    },
    {
      heading: '13. Disponibilidad y responsabilidad',
      paragraphs: [
        'Procuramos que la aplicación esté disponible todos los días, pero puede interrumpirse por mantenimiento, fallas de telecomunicaciones o causas ajenas. Una interrupción no modifica las fechas ni los montos de tu contrato; si te impide hacer algo a tiempo, comunícate con nosotros.',
        'La Financiera responde por los daños que cause por dolo, negligencia o incumplimiento de sus obligaciones. Nada en estos términos limita los derechos que la ley te reconoce como usuario de servicios financieros.',
      ],
    },
    {
      heading: '14. Datos personales',
      paragraphs: [
        'Tratamos tus datos conforme al Aviso de privacidad, disponible en la aplicación, que aceptas por separado.',
      ],
    },
    {
      heading: '15. Consultas, aclaraciones y reclamaciones',
      paragraphs: [
        'Unidad Especializada de Atención a Usuarios (UNE): {address}; teléfono {phone}; correo {email}. La UNE te da un folio al recibir tu consulta o reclamación y responde por escrito en un plazo máximo de 30 días hábiles.',
        'También puedes acudir a la Comisión Nacional para la Protección y Defensa de los Usuarios de Servicios Financieros (CONDUSEF): teléfonos 55 5340 0999 y 800 999 8080, www.condusef.gob.mx. El contrato de adhesión está inscrito en el Registro de Contratos de Adhesión (RECA) con el número {reca}.',
      ],
    },
    {
      heading: '16. Cambios a estos términos',
      paragraphs: [
        'Podemos modificar estos términos. Publicamos la nueva versión en la aplicación con su fecha de entrada en vigor y te pedimos aceptarla de nuevo. Los cambios no afectan los contratos ya firmados.',
      ],
    },
    {
      heading: '17. Ley y tribunales',
      paragraphs: [
        'Estos términos se rigen por las leyes federales de los Estados Unidos Mexicanos. Para su interpretación y cumplimiento son competentes los tribunales de la Ciudad de México o los de tu domicilio, a tu elección, sin perjuicio de que acudas a la CONDUSEF.',
      ],
    },
  ],
}
