/**
 * Words next to the name of a person or family, who may be paid themselves or as a business: with one of these and no
 * legal form, the name does not show which. By kind.
 */
export const ASKED_WORDS: Readonly<Record<string, string>> = {
  'an office that one person holds':
    'gerichtsvollzieher|gerichtsvollzieherin|obergerichtsvollzieher|obergerichtsvollzieherin|vollziehungsbeamter|gerichtsvollz|insolvenzverwalter|insolvenzverwalterin|zwangsverwalter|nachlassverwalter|treuhänder|treuhänderin|notar|notarin|rechtsanwalt|rechtsanwältin|steuerberater|steuerberaterin|wirtschaftsprüfer|betreuer|betreuerin|bezirksschornsteinfeger|' +
    'bailiff|solicitor|solicitors|barrister|notary|trustee in bankruptcy|trustee|attorney|attorney at law|sheriff of|executor|executors|administrator|receiver|' +
    'huissier|huissier de justice|huissière|commissaire de justice|notaire|avocat|avocate|maître|mandataire judiciaire|liquidateur|expert-comptable|' +
    'deurwaarder|gerechtsdeurwaarder|notaris|advocaat|bewindvoerder|curator|' +
    'notaio|avvocato|avv|ufficiale giudiziario|commercialista|curatore|curatore fallimentare|geometra|' +
    'notario|notaria|abogado|abogada|procurador|procuradora|agente judicial|administrador concursal|advogado|advogada|notário|solicitador|solicitadora|agente de execução|oficial de justiça|' +
    'advokat|advokaten|kronofogde|namsmann|foged|ulosottomies|asianajaja|' +
    'komornik|notariusz|adwokat|radca prawny|syndyk|exekutor|soudní exekutor|súdny exekútor|exekútor|notář|notár|advokát|végrehajtó|közjegyző|ügyvéd|executor judecătoresc|executor judecatoresc|notar public|avocat|' +
    'noter|avukat|icra müdürü|δικηγόρος|συμβολαιογράφος|δικαστικός επιμελητής|нотариус|адвокат|судебный пристав|приватний виконавець|нотаріус',
  'where a company works':
    'europe|europa|emea|benelux|nordic|nordics|international|worldwide|deutschland|germany|österreich|oesterreich|austria|schweiz|suisse|svizzera|switzerland|nederland|netherlands|belgium|luxembourg|ireland|españa|italia|polska|česko|slovensko|sverige|danmark|norge|suomi|magyarország|românia|türkiye|uk|usa',
  'words between those of a body': 'für|fuer|for|of|pour|para|voor|för|dla',
  'who trades alone':
    'inh|inhaber|inhaberin|dba|trading as|doing business as|handelend onder|sole trader|sole proprietor|proprietor|prop|proprietary concern|eenmanszaak|zzp|zzper|einzelunternehmen|einzelunternehmer|einzelfirma|kleingewerbe|' +
    'entreprise individuelle|auto-entrepreneur|autoentrepreneur|micro-entrepreneur|microentrepreneur|exploitant|ditta individuale|impresa individuale|autónomo|autonomo|empresário em nome individual|empresário individual|' +
    'toiminimi|tmi|enskild firma|enkeltpersonforetak|enkeltmandsvirksomhed|obrt|osvč|szčo|živnostník|egyéni vállalkozó|şahıs şirketi|establishment|est|jednoosobowa działalność',
  'brothers, sons and heirs':
    'gebr|gebrüder|gebroeders|erben|erbengemeinschaft|nachlass|estate|estate of|the estate of|succession|hoirie|indivision|indivisions|nalatenschap|erven|eredità|herencia|herederos|herança|viuda|vda|viúva|veuve|vve|witwe|' +
    'fratelli|flli|hermanos|hnos|irmãos|frères|freres|brothers|bros|bracia|bratři|bröderna|brødrene|i ins|arge|bietergemeinschaft|arbeitsgemeinschaft|traders|etablissements',
};

/** Short ones, in this spelling, at the beginning or the end of a name that has small letters elsewhere. */
export const ASKED_SHORT = 'IĮ EI ME MEI ENK IK IP FIE PFA ФОП ИП ЕТ PHU FHU PPHU PHUP PPUH ZPUH OGV RA RAin StB WP';

/** Letters with points at the end of a name: "s.p.", "A.C.". Behind a comma or not, some are degrees. */
export const POINTED_LETTERS = /^(?:\p{L}{1,2}\.){2,4}$/u;
export const DEGREES = 'ma ba mba md phd msc bsc llm llb bed med dds jd esq dr';
