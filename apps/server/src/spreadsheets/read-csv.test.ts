import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const limits = { rows_limit: 100, columns_limit: 10 }
const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readCsv(Buffer.from(text, encoding), limits).rows

test('reads quotes, doubled quotes, line breaks in fields and every end of line', () => {
  expect(read('a,"b, ""c""\nd",e\r\nf,,\n"g"\r')).toEqual([['a', 'b, "c"\nd', 'e'], ['f', '', ''], ['g']])
})

test('reads semicolons, tabs and bars', () => {
  expect(read('a;b\n1,5;2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(read('a\tb\n1,5\t2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(read('a|b\n1|2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('reads UTF-8 with its mark, Latin 1 and UTF-16', () => {
  expect(read('\ufeffDepósito')).toEqual([['Depósito']])
  expect(read('Depósito', 'latin1')).toEqual([['Depósito']])
  expect(
    readCsv(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Ñ,b', 'utf16le')]), limits).rows,
  ).toEqual([['Ñ', 'b']])
})

test('removes control characters, and keeps a formula as text', () => {
  expect(read('a\u0000b,=1+1')).toEqual([['ab', '=1+1']])
})

test('stops at the limits of rows and columns', () => {
  const { rows, is_cut } = readCsv(Buffer.from('1\n2\n3\n4'), { rows_limit: 3, columns_limit: 1 })
  expect([rows.length, is_cut]).toEqual([3, true])
  expect(readCsv(Buffer.from('1,2,3'), { rows_limit: 3, columns_limit: 2 }).rows).toEqual([['1', '2']])
})

test('a quote without its end takes the rest', () => {
  expect(read('a,"b\nc')).toEqual([['a', 'b\nc']])
})
