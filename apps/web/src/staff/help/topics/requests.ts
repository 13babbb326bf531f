import { advances, credits, type Topic } from './topic.ts'

export const requests: Topic = {
  title: 'Solicitudes',
  questions: [
    {
      id: 'aprobar',
      question: '¿Cómo apruebo una solicitud de crédito?',
      steps: [
        'Abre Créditos y filtra por «En análisis».',
        'Haz clic en la solicitud y revisa los datos del solicitante.',
        'En la pestaña Documentación acepta los cinco documentos; sin eso no se puede aprobar.',
        'Pulsa Aprobar y confirma. Durante 5 segundos puedes deshacer, con el botón o con la tecla Z.',
      ],
      note: 'El trabajador recibe un aviso y tiene 30 días para firmar. El dinero sale hasta que firma. Los anticipos nacen aprobados, pero se firman hasta que aceptas los documentos: el Dashboard cuenta los que esperan.',
      words: 'autorizar aceptar',
      screen: credits,
    },
    {
      id: 'rechazar',
      question: '¿Cómo rechazo una solicitud?',
      steps: ['Abre la solicitud.', 'Pulsa Rechazar, escribe el motivo y confirma.'],
      note: 'El trabajador ve el motivo; sin motivo ve un texto general. Una solicitud rechazada se puede volver a aprobar si no tiene otra abierta.',
      words: 'negar declinar motivo',
      screen: credits,
    },
    {
      id: 'decidir-varias',
      question: '¿Cómo apruebo o rechazo varias solicitudes a la vez?',
      steps: [
        'Abre Créditos y marca las casillas: con Mayúsculas y un clic marcas un rango; con X o Espacio, el renglón actual.',
        'Pulsa Aprobar o Rechazar: verás cuántas se pueden decidir y cuáles no, con su razón.',
        'Confirma. Durante 5 segundos puedes deshacer; después ves el resultado de cada una.',
      ],
      note: 'Cada una se decide por separado, con los mismos límites. También puedes exportar solo las marcadas.',
      words: 'seleccionar marcar casillas bloque masivo exportar deshacer',
      screen: credits,
    },
    {
      id: 'editar-solicitud',
      question: '¿Cómo cambio el monto o el plazo de una solicitud?',
      steps: [
        'Abre el crédito en análisis y pulsa Editar, o elige Editar solicitud en su renglón.',
        'Escribe el monto o elige el plazo: verás la nueva mensualidad y la deuda total.',
        'Pulsa Guardar.',
      ],
      note: 'El trabajador recibe un aviso. Lo más que puede pedir son tres sueldos mensuales; una solicitud ya decidida no se edita.',
      words: 'modificar corregir cantidad meses',
      screen: credits,
    },
    {
      id: 'agregar-solicitud',
      question: '¿Cómo solicito un crédito o un anticipo para un trabajador?',
      steps: [
        'Abre Créditos o Anticipos y pulsa Agregar. También puedes empezar en las Órdenes de la persona.',
        'Elige a la persona y escribe el monto; en un crédito elige el plazo. Verás su máximo y lo que costará.',
        'Pulsa Agregar.',
      ],
      note: 'La persona firma en su propio teléfono. Un crédito lo aprueba alguien más del equipo; un anticipo queda como oferta y le llega un aviso.',
      words: 'nuevo alta pedir nombre registrar',
      screen: credits,
    },
    {
      id: 'botones',
      question: '¿Por qué no veo los botones Aprobar y Rechazar?',
      steps: [
        'Mira el estado arriba de la solicitud.',
        'Ya no se puede decidir si el trabajador la firmó, si el dinero está en camino o si venció, se declinó o se canceló.',
      ],
      note: 'Si el trabajador declinó la oferta o ésta venció, tiene que hacer otra solicitud.',
      words: 'no aparece boton deshabilitado',
    },
    {
      id: 'documentos',
      question: '¿Cómo reviso los documentos de un trabajador?',
      steps: [
        'Abre su solicitud y ve a la pestaña Documentación.',
        'Abre cada archivo y acéptalo, o recházalo con un motivo.',
        'El trabajador ve el motivo y puede subir el documento otra vez.',
      ],
      note: 'Son cinco, en PDF: INE, CURP, comprobante de domicilio, CIF y carátula de la cuenta bancaria. Están completos cuando hay cinco y ninguno está rechazado.',
      words: 'ine curp cif comprobante caratula expediente',
      screen: credits,
    },
    {
      id: 'oferta',
      question: '¿Cuánto tiempo tiene el trabajador para firmar?',
      steps: [
        'Un crédito aprobado espera la firma 30 días.',
        'Un anticipo espera hasta su fecha de pago.',
        'Después la oferta vence y queda como rechazada, con la nota «Vencido».',
      ],
      words: 'vence vencida caduca plazo oferta expira',
    },
    {
      id: 'una-abierta',
      question: '¿Por qué un trabajador no puede pedir otro crédito?',
      steps: [
        'Sólo puede tener un crédito y un anticipo a la vez, sea solicitud, oferta o préstamo vigente.',
        'Abre Usuarios, busca a la persona y mira la pestaña Órdenes: ahí está lo que tiene abierto.',
      ],
      words: 'bloqueado pendiente vigente limite',
      screen: { to: '/usuarios', label: 'Ir a Usuarios' },
    },
    {
      id: 'eliminar-solicitud',
      question: '¿Puedo eliminar una solicitud?',
      steps: [
        'En la lista, abre el menú de la fila y elige Eliminar solicitud.',
        'Confirma con «Sí, eliminar».',
      ],
      note: 'Sólo administración, y sólo si nunca tuvo una orden de pago. Lo que ya movió dinero no se borra.',
      words: 'borrar quitar',
      screen: advances,
    },
  ],
}
