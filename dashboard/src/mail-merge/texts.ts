import { useMemo } from 'react';
import { useLanguage } from '../language/language.tsx';

const inPortuguese = (rows: number) => rows.toLocaleString('pt-BR');
const inEnglish = (rows: number) => rows.toLocaleString('en');

/** The texts of letters from a spreadsheet, which load with their pages: nobody else waits for them. */
const pt = {
  title: 'Cartas de uma planilha',
  lead: 'Um PDF, uma planilha e uma carta para cada linha. Nada é cobrado antes de você confirmar.',
  pdfRules: 'A4 retrato, até 6 folhas e 4 MB. O que muda de uma carta para outra fica entre chaves: {{nome}}',
  pdfTooLarge: 'Para uma planilha, o PDF pode ter até 4 MB.',
  cells: 'Planilha',
  cellsRules: (rows: number) => `Excel (.xlsx) ou CSV, com uma linha de títulos e até ${inPortuguese(rows)} cartas`,
  dropCells: 'Solte aqui a planilha',
  paste: 'Ou cole aqui as células, com os títulos',
  pasteHint: 'No Excel ou nas Planilhas Google: selecione, copie e cole.',
  usePasted: 'Usar as células coladas',
  pasted: 'Células coladas',
  rows: (rows: number, hidden = 0) =>
    (rows === 1 ? '1 linha' : `${inPortuguese(rows)} linhas`) +
    (hidden === 0 ? '' : hidden === 1 ? ', 1 oculta' : `, ${inPortuguese(hidden)} ocultas`),
  reading: 'Lendo a planilha',
  unusable: {
    no_reader: 'O leitor de planilhas parou. Recarregue a página e escolha a planilha de novo.',
    damaged:
      'Não foi possível ler esta planilha: o arquivo está incompleto ou danificado. Salve-a de novo e tente outra vez.',
    inflates:
      'Descompactada, a planilha passa de 40 MB. Apague o que as cartas não usam, como figuras e abas, e salve de novo.',
    locked: 'Este arquivo tem senha. Salve-o sem senha e escolha-o de novo.',
    old_workbook: 'Este arquivo é do formato antigo do Excel (.xls). Abra-o e salve-o como .xlsx.',
    not_text: 'Este arquivo não é uma planilha nem um texto. Salve a planilha como .xlsx ou CSV.',
    web_page:
      'Este arquivo é uma página da web (HTML ou XML) com nome de planilha. Abra-o no Excel e salve-o como .xlsx.',
    other_archive: 'Este arquivo não é uma planilha do Excel (.xlsx). Salve-a como .xlsx ou CSV.',
    too_many_columns: 'A planilha tem dados além da coluna 200 (GR). Apague as colunas que as cartas não usam.',
    empty: 'A planilha precisa de uma linha de títulos e de pelo menos uma linha de dados.',
    too_large: 'A planilha passa de 5 MB.',
    too_many_rows: 'A planilha tem linhas demais. Divida-a em partes de até 10.000 cartas.',
    open_quote:
      'Há um texto com aspas que não terminam no fim da célula. Corrija a planilha, ou escolha outro separador.',
  },
  sheet: 'Aba da planilha',
  heading: 'Linha dos títulos',
  headingRow: (line: number, names: string) => `Linha ${line}: ${names}`,
  separator: 'Separador das colunas',
  separators: { ';': 'Ponto e vírgula ( ; )', '\t': 'Tabulação', ',': 'Vírgula ( , )', '|': 'Barra ( | )' },
  encoding: 'Codificação do texto',
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Windows (ANSI)',
    mixed: 'UTF-8 e Windows (ANSI), linha a linha',
    'utf-16le': 'Unicode do Excel (UTF-16)',
    'utf-16be': 'UTF-16, bytes invertidos',
    macintosh: 'Macintosh',
  },
  hidden: 'Linhas ocultas ou filtradas',
  chooseHidden: 'Escolha',
  hiddenRows: { left_out: 'Deixar de fora', kept: 'Enviar também' },
  misfit: (cells: number, columns: number) =>
    `A linha tem ${cells === 1 ? '1 célula' : `${cells} células`}, e os títulos são ${columns}. Falta ou sobra um separador.`,
  faults: {
    blank: (columns: string) => `Sem ${columns}: a carta ficaria com um espaço em branco.`,
    date: (column: string) => `${column}: a data está fora do calendário do Excel.`,
    error: (column: string) => `${column}: a célula mostra um erro de fórmula.`,
    format: (column: string) =>
      `${column}: o formato do número não mostra o mesmo em todos os programas. Escolha outro formato no Excel.`,
    garbled: (column: string) =>
      `${column}: o texto tem letras trocadas, como em “JoÃ£o”. Escolha outra codificação, ou corrija a planilha.`,
    not_computed: (column: string) =>
      `${column}: a fórmula não tem resultado. Abra a planilha no Excel e salve-a de novo.`,
    rounded: (column: string) =>
      `${column}: o número tem mais dígitos do que a célula mostra. Escolha no Excel um formato com os decimais.`,
    unclear: (column: string) => `${column}: o arquivo se contradiz nesta célula. Salve a planilha de novo no Excel.`,
  },
  acceptBlanks: (rows: number, column: string) =>
    rows === 1
      ? `1 linha sem ${column}: imprimir em branco`
      : `${inPortuguese(rows)} linhas sem ${column}: imprimir em branco`,
  columns: 'Colunas',
  columnsLead: 'De onde vem cada dado. O que o nome da coluna já diz está escolhido.',
  noColumn: 'Nenhuma',
  preview: 'Prévia',
  previewRow: 'Linha da planilha',
  check: 'Conferir todas as linhas',
  checkAgain: 'Conferir de novo',
  checking: (done: number, all: number) => `Conferindo: ${inPortuguese(done)} de ${inPortuguese(all)}`,
  allRight: (rows: number) => (rows === 1 ? 'A linha está certa.' : `As ${inPortuguese(rows)} linhas estão certas.`),
  wrong: (rows: number) => (rows === 1 ? '1 linha com problema' : `${inPortuguese(rows)} linhas com problemas`),
  doubtful: (rows: number) => (rows === 1 ? '1 linha com um aviso' : `${inPortuguese(rows)} linhas com avisos`),
  wrongLead: 'Corrija a planilha e escolha-a de novo; as colunas continuam como estão. Ou deixe estas linhas de fora.',
  leaveOut: 'Deixar de fora as linhas com problemas',
  line: 'Linha',
  problem: 'Problema',
  problems: 'Baixar os problemas',
  problemsFile: 'problemas-da-planilha.csv',
  firstShown: (rows: number) => `Estas são as primeiras ${rows}.`,
  summary: 'Resumo',
  letters: (letters: number) => (letters === 1 ? '1 carta' : `${inPortuguese(letters)} cartas`),
  missing: {
    file: 'Falta o PDF.',
    cells: 'Falta a planilha.',
    hidden: 'Falta escolher o que fazer com as linhas ocultas.',
    columns: (targets: string) => `Falta escolher a coluna: ${targets}.`,
  },
  short: (missing: string) => `O saldo não cobre todas as cartas. Faltam ${missing}.`,
  send: (letters: number) => (letters === 1 ? 'Enviar 1 carta' : `Enviar ${inPortuguese(letters)} cartas`),
  schedule: (letters: number, day: string) =>
    letters === 1 ? `Agendar 1 carta para ${day}` : `Agendar ${inPortuguese(letters)} cartas para ${day}`,
  confirmLead: (total: string) =>
    `O total é de ${total}. Depois de confirmar, o envio continua mesmo com esta página fechada. Nenhuma linha gera cartas em duplicidade.`,
  confirmed: 'Planilhas enviadas',
  showMore: 'Mostrar mais',
  showLess: 'Mostrar menos',
  of: (filename: string, when: string) => `${filename}, ${when}`,
  when: 'Confirmada em',
  lettersMade: 'Cartas',
  statuses: {
    draft: 'Não confirmada',
    sending: 'Enviando',
    paused: 'Parada',
    done: 'Pronta',
    canceling: 'Cancelando',
    canceled: 'Cancelada',
  },
  progress: 'Andamento',
  done: (done: number, all: number) => `${inPortuguese(done)} de ${inPortuguese(all)} linhas`,
  mayClose: 'Você pode fechar esta página. As cartas continuam, e o andamento aparece aqui em qualquer aparelho.',
  counts: {
    waiting: 'Na fila',
    dropped: 'Não enviadas',
    refused: 'Recusadas',
    created: 'Criadas',
    canceled: 'Canceladas',
    kept: 'Já em produção',
  },
  paused: {
    insufficient_balance: 'O saldo acabou durante o envio. Adicione saldo e continue: só o que falta é enviado.',
    account_suspended: 'A conta está suspensa. Fale com o suporte; depois, continue daqui.',
  },
  goOn: 'Continuar',
  cancelAll: 'Cancelar o que ainda for possível',
  cancelLead:
    'As linhas da fila não são enviadas. As cartas que ainda não entraram em produção são canceladas, e o valor volta para o saldo.',
  results: 'Baixar o resultado',
  resultColumns: ['Linha', 'Situação', 'Carta', 'Preço', 'Problema'],
  file: 'resultado-das-cartas.csv',
  another: 'Enviar outra planilha',
  isDone: 'Pronto: todas as linhas têm resultado.',
};

const en: typeof pt = {
  title: 'Letters from a spreadsheet',
  lead: 'One PDF, one spreadsheet, and a letter for each row. Nothing is charged before you confirm.',
  pdfRules: 'A4 portrait, up to 6 sheets and 4 MB. What differs between letters stands in braces: {{name}}',
  pdfTooLarge: 'For a spreadsheet, the PDF can have up to 4 MB.',
  cells: 'Spreadsheet',
  cellsRules: (rows) => `Excel (.xlsx) or CSV, with a row of headings and up to ${inEnglish(rows)} letters`,
  dropCells: 'Drop the spreadsheet here',
  paste: 'Or paste the cells here, with their headings',
  pasteHint: 'In Excel or Google Sheets: select, copy and paste.',
  usePasted: 'Use the pasted cells',
  pasted: 'Pasted cells',
  rows: (rows, hidden = 0) =>
    (rows === 1 ? '1 row' : `${inEnglish(rows)} rows`) + (hidden === 0 ? '' : `, ${inEnglish(hidden)} hidden`),
  reading: 'Reading the spreadsheet',
  unusable: {
    no_reader: 'The reader of spreadsheets has stopped. Reload the page and choose the spreadsheet again.',
    damaged:
      'This spreadsheet cannot be read: the file is incomplete or damaged. Save it again and choose it once more.',
    inflates:
      'Unpacked, the spreadsheet is larger than 40 MB. Delete what the letters do not use, such as pictures and sheets, and save it again.',
    locked: 'This file has a password. Save it without one and choose it again.',
    old_workbook: 'This file is in the old format of Excel (.xls). Open it and save it as .xlsx.',
    not_text: 'This file is neither a spreadsheet nor a text. Save the spreadsheet as .xlsx or CSV.',
    web_page:
      'This file is a web page (HTML or XML) with the name of a spreadsheet. Open it in Excel and save it as .xlsx.',
    other_archive: 'This file is no Excel spreadsheet (.xlsx). Save it as .xlsx or CSV.',
    too_many_columns:
      'The spreadsheet has data beyond column 200 (GR). Delete the columns that the letters do not use.',
    empty: 'The spreadsheet needs a row of headings and at least one row of data.',
    too_large: 'The spreadsheet is larger than 5 MB.',
    too_many_rows: 'The spreadsheet has too many rows. Split it into parts of up to 10,000 letters.',
    open_quote:
      'A text has quotation marks that do not end with its cell. Correct the spreadsheet, or choose another separator.',
  },
  sheet: 'Sheet',
  heading: 'Row of headings',
  headingRow: (line, names) => `Row ${line}: ${names}`,
  separator: 'Separator of columns',
  separators: { ';': 'Semicolon ( ; )', '\t': 'Tab', ',': 'Comma ( , )', '|': 'Bar ( | )' },
  encoding: 'Encoding of the text',
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Windows (ANSI)',
    mixed: 'UTF-8 and Windows (ANSI), line by line',
    'utf-16le': 'Unicode of Excel (UTF-16)',
    'utf-16be': 'UTF-16, reversed bytes',
    macintosh: 'Macintosh',
  },
  hidden: 'Hidden or filtered rows',
  chooseHidden: 'Choose',
  hiddenRows: { left_out: 'Leave out', kept: 'Send as well' },
  misfit: (cells, columns) =>
    `The row has ${cells === 1 ? '1 cell' : `${cells} cells`}, and there are ${columns} headings. A separator is missing or too many.`,
  faults: {
    blank: (columns) => `Without ${columns}: the letter would have a gap.`,
    date: (column) => `${column}: the date is outside of Excel’s calendar.`,
    error: (column) => `${column}: the cell shows the error of a formula.`,
    format: (column) =>
      `${column}: programs show the format of this number differently. Choose another format in Excel.`,
    garbled: (column) =>
      `${column}: the text has wrong letters, as in “JoÃ£o”. Choose another encoding, or correct the spreadsheet.`,
    not_computed: (column) => `${column}: the formula has no result. Open the spreadsheet in Excel and save it again.`,
    rounded: (column) =>
      `${column}: the number has more digits than its cell shows. Choose a format with the decimals in Excel.`,
    unclear: (column) => `${column}: the file contradicts itself about this cell. Save the spreadsheet again in Excel.`,
  },
  acceptBlanks: (rows, column) =>
    rows === 1 ? `1 row without ${column}: print a gap` : `${inEnglish(rows)} rows without ${column}: print gaps`,
  columns: 'Columns',
  columnsLead: 'Where each value comes from. What the name of a column says is chosen already.',
  noColumn: 'None',
  preview: 'Preview',
  previewRow: 'Row of the spreadsheet',
  check: 'Check all rows',
  checkAgain: 'Check again',
  checking: (done, all) => `Checking: ${inEnglish(done)} of ${inEnglish(all)}`,
  allRight: (rows) => (rows === 1 ? 'The row is right.' : `All ${inEnglish(rows)} rows are right.`),
  wrong: (rows) => (rows === 1 ? '1 row with a problem' : `${inEnglish(rows)} rows with problems`),
  doubtful: (rows) => (rows === 1 ? '1 row with a warning' : `${inEnglish(rows)} rows with warnings`),
  wrongLead: 'Correct the spreadsheet and choose it again; the columns stay as they are. Or leave these rows out.',
  leaveOut: 'Leave out the rows with problems',
  line: 'Row',
  problem: 'Problem',
  problems: 'Download the problems',
  problemsFile: 'spreadsheet-problems.csv',
  firstShown: (rows) => `These are the first ${rows}.`,
  summary: 'Summary',
  letters: (letters) => (letters === 1 ? '1 letter' : `${inEnglish(letters)} letters`),
  missing: {
    file: 'The PDF is missing.',
    cells: 'The spreadsheet is missing.',
    hidden: 'Choose what becomes of the hidden rows.',
    columns: (targets) => `Choose the column of: ${targets}.`,
  },
  short: (missing) => `The balance does not cover all letters. ${missing} is missing.`,
  send: (letters) => (letters === 1 ? 'Send 1 letter' : `Send ${inEnglish(letters)} letters`),
  schedule: (letters, day) =>
    letters === 1 ? `Schedule 1 letter for ${day}` : `Schedule ${inEnglish(letters)} letters for ${day}`,
  confirmLead: (total) =>
    `The total is ${total}. Once you confirm, sending goes on even with this page closed. No row becomes two letters.`,
  confirmed: 'Spreadsheets sent',
  showMore: 'Show more',
  showLess: 'Show less',
  of: (filename, when) => `${filename}, ${when}`,
  when: 'Confirmed',
  lettersMade: 'Letters',
  statuses: {
    draft: 'Not confirmed',
    sending: 'Sending',
    paused: 'Stopped',
    done: 'Done',
    canceling: 'Canceling',
    canceled: 'Canceled',
  },
  progress: 'Progress',
  done: (done, all) => `${inEnglish(done)} of ${inEnglish(all)} rows`,
  mayClose: 'You may close this page. The letters go on, and their progress is shown here on any device.',
  counts: {
    waiting: 'Waiting',
    dropped: 'Not sent',
    refused: 'Refused',
    created: 'Created',
    canceled: 'Canceled',
    kept: 'In production already',
  },
  paused: {
    insufficient_balance: 'The balance ended in the middle. Top up and go on: only what is left is sent.',
    account_suspended: 'The account is suspended. Contact support; then go on from here.',
  },
  goOn: 'Go on',
  cancelAll: 'Cancel all that can be',
  cancelLead:
    'Waiting rows are not sent. Letters that are not in production yet are canceled, and the money goes back to the balance.',
  results: 'Download the result',
  resultColumns: ['Row', 'Status', 'Letter', 'Price', 'Problem'],
  file: 'letters-result.csv',
  another: 'Send another spreadsheet',
  isDone: 'Done: every row has its result.',
};

/** The language of the page, with these texts among the others. */
export function useMailMergeLanguage() {
  const spoken = useLanguage();
  return useMemo(() => {
    const texts = spoken.language === 'en' ? en : pt;
    return { ...spoken, t: { ...spoken.t, mailMerge: { ...spoken.t.mailMerge, ...texts } } };
  }, [spoken]);
}
