import type { Topic } from './topic.ts'

const uploadUsers = { to: '/subir-usuarios', label: 'Ir a Subir usuarios' } as const
const uploadCompanies = { to: '/subir-empresas', label: 'Ir a Subir empresas' } as const

export const imports: Topic = {
  title: 'Cargas desde Excel',
  questions: [
    {
      id: 'subir-usuarios',
      question: '¿Cómo subo muchos usuarios de una vez?',
      steps: [
        'En Subir usuarios descarga la plantilla y llénala.',
        'Elige la empresa, arrastra el archivo .xls o .xlsx y revisa la vista previa.',
        'Pulsa Subir archivo y espera el resultado por fila.',
      ],
      note: 'Hasta 50,000 filas por archivo. Puedes cerrar la página: la carga sigue.',
      words: 'excel importar masivo hoja',
      screen: uploadUsers,
    },
    {
      id: 'columnas-usuarios',
      question: '¿Qué columnas lleva el archivo de usuarios?',
      steps: [
        'Obligatorias: Nombre, Apellidos, Correo electrónico, Clave, CURP, RFC, INE, Teléfono, Género, Dirección, Colonia, Estado, Código postal, Puesto, Sueldo quincenal, CLABE interbancaria y Número de cuenta bancaria.',
        'Opcionales: Apellido materno, Fecha de nacimiento, Ciudad, Departamento y Entidad bancaria.',
        'El orden no importa, ni mayúsculas ni acentos. Guarda la CLABE como texto para no perder dígitos.',
      ],
      words: 'encabezados plantilla formato clabe curp',
      screen: uploadUsers,
    },
    {
      id: 'columnas-empresas',
      question: '¿Qué columnas lleva el archivo de empresas?',
      steps: [
        'Obligatorias: Clave, Nombre, Industria, Dirección, Correo electrónico, Teléfono, Tasa de interés y Comisión por anticipo.',
        'Opcionales: Sitio web, Parte de la quincena, Tope por anticipo, Mínimo por anticipo, IVA, IVA sumado al precio y Días de gracia.',
        'En una empresa nueva, lo que falte queda en 50 % de la quincena, sin tope, $500.00 de mínimo, IVA de 16 % contenido en el precio y 5 días de gracia.',
        'La tasa es fracción o lleva su signo: 0.18 o 18%. Una tasa mayor a 1 se rechaza.',
      ],
      note: 'Sólo administración sube empresas.',
      words: 'encabezados plantilla formato tasa',
      screen: uploadCompanies,
    },
    {
      id: 'filas-rechazadas',
      question: 'Algunas filas se rechazaron. ¿Qué hago?',
      steps: [
        'Las demás ya se guardaron.',
        'Pulsa Descargar rechazadas: es tu archivo con el motivo en la última columna.',
        'Corrige esas filas y sube ese archivo.',
      ],
      note: 'Se guardan 30 días.',
      words: 'error errores fila motivo',
      screen: uploadUsers,
    },
    {
      id: 'dos-veces',
      question: '¿Qué pasa si subo el mismo archivo dos veces?',
      steps: [
        'Nada se duplica: los usuarios se reconocen por CURP y luego por correo; las empresas, por clave.',
        'Lo que no cambió queda igual; lo que cambió se actualiza.',
      ],
      words: 'duplicado repetir actualizar',
      screen: uploadUsers,
    },
  ],
}
