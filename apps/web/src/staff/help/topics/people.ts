import { companies, type Topic, users } from './topic.ts'

export const people: Topic = {
  title: 'Usuarios y empresas',
  questions: [
    {
      id: 'nuevo-usuario',
      question: '¿Cómo doy de alta a un trabajador?',
      steps: [
        'En Usuarios pulsa NUEVO USUARIO y elige el tipo Trabajador y su empresa.',
        'Llena sus datos; la CLABE se compara con su banco al escribirla.',
        'Pulsa Agregar. Sin contraseña, recibe una invitación por correo para elegirla; una que escribas es temporal y la cambia al entrar.',
      ],
      note: 'El sueldo mensual es siempre el doble del quincenal: no se escribe.',
      words: 'agregar crear alta empleado invitacion',
      screen: users,
    },
    {
      id: 'cambiar-cuenta',
      question: '¿Cómo cambio la cuenta bancaria de un trabajador?',
      steps: [
        'Búscalo en Usuarios, abre el menú de su fila y elige Editar.',
        'Escribe la CLABE de 18 dígitos, el banco y el número de cuenta de 11.',
        'Guarda.',
      ],
      note: 'No se puede mientras haya un envío en curso: el dinero siempre va a la cuenta que se firmó. Tras el cambio nadie firma ni recibe dinero en 24 horas, salvo que la cuenta se verifique con un centavo.',
      words: 'clabe banco tarjeta cuenta deposito',
      screen: users,
    },
    {
      id: 'titular-de-cuenta',
      question: '¿Qué hago si la cuenta está a nombre de otra persona?',
      steps: [
        'Abre Tesorería, Titulares de cuentas, y la cuenta: ahí están el nombre registrado y el del banco.',
        'Si el nombre registrado tiene un error, corrígelo en Usuarios y pulsa Verificar de nuevo.',
        'Si la cuenta no es suya, pulsa Pedir otra cuenta.',
        'Si de todos modos se debe usar, pulsa Aceptar de todos modos y explica por qué: otra persona autoriza.',
      ],
      note: 'Qué pasa mientras tanto se elige en Configuración, Dinero: no confirmar, avisar o bloquear.',
      words: 'clabe centavo verificar confirmar nombre titular banco',
      screen: users,
    },
    {
      id: 'eliminar-usuario',
      question: '¿Cómo elimino o recupero a un usuario?',
      steps: [
        'En su fila elige Eliminar y confirma: ya no puede entrar, su historial se queda.',
        'Para que vuelva, filtra los inactivos y elige Reactivar.',
      ],
      note: 'Sólo administración. No se puede mientras tenga un crédito o anticipo abierto.',
      words: 'baja borrar desactivar reactivar despido',
      screen: users,
    },
    {
      id: 'nueva-empresa',
      question: '¿Cómo doy de alta una empresa?',
      steps: [
        'En Empresas pulsa NUEVA EMPRESA.',
        'Escribe su clave (hasta 7 letras y números), sus datos y sus condiciones.',
        'Si su industria no está en la lista, elige «Otro» y escríbela.',
      ],
      words: 'agregar crear alta compañia industria',
      screen: companies,
    },
    {
      id: 'tasa',
      question: '¿Cómo escribo la tasa de interés de una empresa?',
      steps: [
        'Es anual y se escribe en por ciento, con un decimal como máximo: 18 o 18.5.',
        'Bajo el campo ves cómo queda. Arriba de 100 % o abajo de 1 % anual te preguntamos si es correcto.',
      ],
      note: 'Cambiarla sólo afecta las solicitudes nuevas: cada préstamo conserva la tasa con que se pidió.',
      words: 'interes porcentaje comision',
      screen: companies,
    },
    {
      id: 'reglas-empresa',
      question: '¿Qué son la parte de la quincena, el tope, los días de gracia y el IVA?',
      steps: [
        'Parte de la quincena: cuánto de su sueldo quincenal puede anticipar; 50 % es la mitad.',
        'Tope por anticipo: el máximo en pesos, aunque la parte dé más. Vacío, sin tope.',
        'Mínimo por anticipo: con menos no se acepta la solicitud.',
        'Días de gracia: días hábiles bancarios después del vencimiento; hasta entonces el préstamo no está atrasado.',
        'IVA: el precio lo contiene o se suma a los intereses, según se elija; la comisión de un anticipo siempre lo contiene. El contrato lo muestra aparte.',
      ],
      words: 'anticipo limite minimo atraso impuesto configuracion',
      screen: companies,
    },
    {
      id: 'eliminar-empresa',
      question: '¿Por qué no puedo eliminar una empresa?',
      steps: [
        'Mientras tenga usuarios activos no se puede; el aviso dice cuántos.',
        'Elimina o cambia de empresa a esos usuarios y vuelve a intentar.',
      ],
      note: 'Sólo administración elimina empresas.',
      words: 'borrar quitar baja',
      screen: companies,
    },
  ],
}
