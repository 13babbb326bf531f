import type { LegalText } from './legal-text.ts'

/**
 * Privacy notice (Ley Federal de Protección de Datos Personales en Posesión de los Particulares, DOF 20-03-2025).
 * `{…}` are filled from the lender's configuration.
 */
export const privacy: LegalText = {
  document: 'privacy',
  version: '2.0',
  effective_date: '2025-07-01',
  title: 'Aviso de privacidad integral',
  sections: [
    {
      heading: '1. Responsable de tus datos',
      paragraphs: [
        '{lender} (la «Financiera»), con domicilio en {address}, teléfono {phone} y correo {email}, es responsable del tratamiento de tus datos personales. Este aviso cumple la Ley Federal de Protección de Datos Personales en Posesión de los Particulares, publicada en el Diario Oficial de la Federación el 20 de marzo de 2025 (la «Ley»), y sustituye al del 29 de abril de 2024.',
      ],
    },
    {
      heading: '2. Qué datos tratamos',
      paragraphs: [
        'Identificación: nombre, fecha de nacimiento, género, CURP, RFC, número de identificación (INE) e imagen de los documentos que los contienen.',
        'Contacto: correo electrónico, teléfono y domicilio, con el comprobante que lo acredita.',
        'Laborales: empresa, número de empleado, puesto y sueldo.',
        'Patrimoniales y financieros: banco, CLABE o tarjeta y número de cuenta donde recibes el dinero, su carátula, y las solicitudes, contratos, saldos y pagos que tienes con nosotros.',
        'Del uso de la aplicación: dirección IP, tipo de dispositivo y navegador, fechas y horas de acceso, y registros de actividad y de errores.',
        'Los obtenemos de ti, de la empresa en la que trabajas y del uso que haces de la aplicación.',
      ],
    },
    {
      heading: '3. Datos sensibles',
      paragraphs: [
        'La firma que trazas en la pantalla (su imagen y las características del trazo) puede considerarse un dato biométrico. La ubicación de tu dispositivo, con su precisión, se registra únicamente en el momento de firmar. A ambos les damos el tratamiento reforzado que la Ley prevé para los datos sensibles: los usamos solo para formar y probar el contrato y para cumplir las disposiciones de prevención de lavado de dinero, y solo accede a ellos el personal que lo necesita.',
        'No pedimos datos de salud. Si una asistencia de un tercero los requiere, los recaba directamente quien la presta, con su propio aviso y tu consentimiento.',
        'Al firmar un contrato en la pantalla das tu consentimiento expreso y por escrito, mediante tu firma, para el tratamiento de estos datos.',
      ],
    },
    {
      heading: '4. Finalidades necesarias',
      paragraphs: [
        'Estas finalidades dan origen y son necesarias para la relación contigo, o las exige la ley: a) crear tu cuenta, verificar tu identidad y proteger tu acceso; b) integrar tu expediente y revisar tus documentos; c) evaluar tus solicitudes y calcular montos, tasas y CAT; d) elaborar, firmar, sellar y conservar los contratos; e) enviarte el dinero por SPEI; f) registrar pagos y coordinar el descuento de nómina con tu empresa; g) atender consultas, aclaraciones y reclamaciones; h) enviarte avisos de tu cuenta, de tus pagos y de seguridad; i) cobrar, de manera directa o por medio de terceros, lo que se adeude; j) prevenir fraudes y operaciones con recursos de procedencia ilícita; k) llevar la contabilidad y cumplir requerimientos de autoridades.',
        'Para los datos financieros y patrimoniales, y para los sensibles, la Ley pide tu consentimiento expreso: lo das al marcar la casilla de este aviso al iniciar sesión y al firmar cada contrato.',
      ],
    },
    {
      heading: '5. Finalidades que requieren tu consentimiento y puedes rechazar',
      paragraphs: [
        'a) Enviarte ofertas y promociones de la Financiera; b) hacer encuestas de satisfacción; c) elaborar estadísticas y perfiles para mejorar los productos.',
        'Si no quieres que usemos tus datos para estas finalidades, apaga «Ofertas» en «Configura tus avisos», dentro de tu perfil, o escribe a {email} con el asunto «Finalidades» para cualquiera de ellas. Negarte no afecta tus solicitudes, tus contratos ni el servicio que recibes.',
      ],
    },
    {
      heading: '6. A quién comunicamos tus datos',
      paragraphs: [
        'Sin que se requiera tu consentimiento, en los casos que la Ley permite: a) a la empresa en la que trabajas, lo indispensable para confirmar tu relación laboral y descontar los pagos; b) a Sistema de Transferencias y Pagos (STP), al Banco de México y a tu banco, para enviarte el dinero; c) a la Comisión Nacional Bancaria y de Valores, la Secretaría de Hacienda y Crédito Público, el Servicio de Administración Tributaria, la CONDUSEF y otras autoridades competentes, cuando la ley lo ordena o lo requieren con fundamento; d) a quien adquiera o reciba en garantía los derechos de cobro de tu contrato.',
        'Con tu autorización expresa y por separado: a sociedades de información crediticia, para consultar o reportar tu historial (Ley para Regular las Sociedades de Información Crediticia, artículo 28).',
        'Los proveedores que nos prestan servicios de alojamiento, correo, soporte o cobranza actúan como encargados: tratan los datos por nuestra cuenta, siguiendo nuestras instrucciones y con las mismas obligaciones de confidencialidad. No vendemos tus datos.',
      ],
    },
    {
      heading: '7. Tus derechos ARCO',
      paragraphs: [
        'Tienes derecho a acceder a tus datos, a rectificarlos si son inexactos o están incompletos, a cancelarlos cuando consideres que no se requieren para las finalidades de este aviso, y a oponerte a su tratamiento para fines específicos, incluidas las decisiones que se tomen únicamente por medios automatizados y que te afecten de manera significativa.',
        'Presenta tu solicitud en la aplicación (Perfil, «Aviso de privacidad»), en {email} o en {address}. Debe contener: tu nombre y el medio para responderte; copia de tu identificación o, en su caso, el documento que acredite a tu representante; la descripción clara de los datos y del derecho que quieres ejercer; y cualquier elemento que ayude a localizarlos. Para rectificar, indica el cambio y anexa el documento que lo sustenta.',
        'Respondemos en un plazo máximo de 20 días hábiles y, si procede, la hacemos efectiva dentro de los 15 días hábiles siguientes. Ambos plazos pueden ampliarse una sola vez, por un periodo igual, si hay causa justificada. El ejercicio es gratuito; solo se cubren, en su caso, los gastos de envío o de reproducción.',
        'La cancelación no procede respecto de datos que debamos conservar por ley o que sean necesarios para cumplir un contrato vigente; en ese caso los bloqueamos al terminar el plazo y después los suprimimos.',
      ],
    },
    {
      heading: '8. Revocación del consentimiento',
      paragraphs: [
        'Puedes revocar en cualquier momento el consentimiento que nos diste, por los mismos medios y plazos de la sección anterior. La revocación no tiene efectos retroactivos y no procede para los tratamientos necesarios para cumplir obligaciones legales o un contrato vigente. Te diremos si revocarlo implica que ya no podamos prestarte el servicio.',
      ],
    },
    {
      heading: '9. Cómo limitar el uso de tus datos',
      paragraphs: [
        'Además de las opciones de la aplicación, puedes pedir tu inscripción en nuestro listado de exclusión escribiendo a {email}.',
        'También puedes inscribirte sin costo en el Registro Público de Usuarios que no desean información publicitaria de productos y servicios financieros (REUS) de la CONDUSEF, en www.condusef.gob.mx o al 55 5340 0999. La inscripción tiene una vigencia de dos años y puedes renovarla. El registro de PROFECO no aplica a las entidades financieras.',
      ],
    },
    {
      heading: '10. Conservación y seguridad',
      paragraphs: [
        'Conservamos los contratos, su evidencia y tu expediente durante la relación y los diez años siguientes a que termine, por las obligaciones mercantiles, fiscales y de prevención de lavado de dinero; después los bloqueamos y suprimimos.',
        'Protegemos los datos con medidas administrativas, técnicas y físicas: cifrado en tránsito, control de acceso por funciones, registro de actividad que no se puede alterar, enlaces temporales para los documentos y resguardo de las contraseñas de forma que nadie pueda leerlas. Si una vulneración afecta de manera significativa tus derechos, te lo informaremos de inmediato para que puedas tomar medidas.',
      ],
    },
    {
      heading: '11. Almacenamiento en tu dispositivo',
      paragraphs: [
        'La aplicación guarda en tu navegador lo indispensable para mantener tu sesión y tus preferencias y para funcionar con mala señal. No usa cookies publicitarias ni rastreadores de terceros. Puedes borrar esa información desde la configuración del navegador; tendrás que iniciar sesión de nuevo.',
      ],
    },
    {
      heading: '12. Cambios a este aviso',
      paragraphs: [
        'Si cambia este aviso publicamos la nueva versión en la aplicación, con su fecha de entrada en vigor, y te pedimos leerla y aceptarla de nuevo cuando cambien las finalidades, los datos o las transferencias. Guardamos la versión, la huella digital del texto, la fecha y la hora en que la aceptaste.',
      ],
    },
    {
      heading: '13. Autoridad',
      paragraphs: [
        'Si consideras que tu derecho a la protección de datos personales ha sido vulnerado puedes acudir a la Secretaría Anticorrupción y Buen Gobierno (www.gob.mx/buengobierno), autoridad en la materia. Por los servicios financieros puedes acudir a la CONDUSEF: teléfonos 55 5340 0999 y 800 999 8080, www.condusef.gob.mx.',
      ],
    },
    {
      heading: '14. Tu consentimiento',
      paragraphs: [
        'Al marcar la casilla «Acepto el aviso de privacidad» declaras que leíste este aviso y das tu consentimiento expreso para el tratamiento de tus datos, incluidos los financieros y patrimoniales, para las finalidades y transferencias descritas. Las finalidades de la sección 5 las puedes rechazar en cualquier momento.',
      ],
    },
  ],
}
