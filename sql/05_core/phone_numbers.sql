-- Calling codes of countries, to compare phone numbers however they are dialled.

-- Each calling code with what is dialled before a number within the country (the trunk prefix, a pattern) after a slash, and its
-- countries.
create function kith_private.calling_codes() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '
    1/1 AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT UM US VC VG VI; 7/8 KZ RU; 20/0 EG; 27/0 ZA; 30/ GR;
    31/0 NL; 32/0 BE; 33/0 FR; 34/ ES; 36/06 HU; 39/ IT VA; 40/0 RO; 41/0 CH; 43/0 AT; 44/0 GB GG IM JE; 45/ DK; 46/0 SE;
    47/ BV NO SJ; 48/ PL; 49/0 DE; 51/0 PE; 52/ MX; 53/0 CU; 54/0 AR; 55/0 BR; 56/ CL; 57/ CO; 58/0 VE; 60/0 MY;
    61/0 AU CC CX; 62/0 ID; 63/0 PH; 64/0 NZ PN; 65/ SG; 66/0 TH; 81/0 JP; 82/0 KR; 84/0 VN; 86/0 CN; 90/0 TR; 91/0 IN;
    92/0 PK; 93/0 AF; 94/0 LK; 95/0 MM; 98/0 IR; 211/0 SS; 212/0 EH MA; 213/0 DZ; 216/ TN; 218/0 LY; 220/ GM; 221/ SN;
    222/ MR; 223/ ML; 224/ GN; 225/ CI; 226/ BF; 227/ NE; 228/ TG; 229/ BJ; 230/ MU; 231/0 LR; 232/0 SL; 233/0 GH;
    234/0 NG; 235/ TD; 236/ CF; 237/ CM; 238/ CV; 239/ ST; 240/ GQ; 241/ GA; 242/ CG; 243/0 CD; 244/ AO; 245/ GW; 246/ IO;
    248/ SC; 249/0 SD; 250/0 RW; 251/0 ET; 252/0 SO; 253/ DJ; 254/0 KE; 255/0 TZ; 256/0 UG; 257/ BI; 258/ MZ; 260/0 ZM;
    261/0 MG; 262/0 RE TF YT; 263/0 ZW; 264/0 NA; 265/0 MW; 266/ LS; 267/ BW; 268/ SZ; 269/ KM; 290/ SH; 291/0 ER; 297/ AW;
    298/ FO; 299/ GL; 350/ GI; 351/ PT; 352/ LU; 353/0 IE; 354/ IS; 355/0 AL; 356/ MT; 357/ CY; 358/0 AX FI; 359/0 BG;
    370/[08] LT; 371/ LV; 372/ EE; 373/0 MD; 374/0 AM; 375/80? BY; 376/ AD; 377/0 MC; 378/ SM; 380/0 UA; 381/0 RS;
    382/0 ME; 383/0 XK; 385/0 HR; 386/0 SI; 387/0 BA; 389/0 MK; 420/ CZ; 421/0 SK; 423/0 LI; 500/ FK GS; 501/ BZ; 502/ GT;
    503/ SV; 504/ HN; 505/ NI; 506/ CR; 507/ PA; 508/0 PM; 509/ HT; 590/0 BL GP MF; 591/0 BO; 592/ GY; 593/0 EC; 594/0 GF;
    595/0 PY; 596/0 MQ; 597/ SR; 598/0 UY; 599/ BQ CW; 670/ TL; 672/ AQ HM NF; 673/ BN; 674/ NR; 675/ PG; 676/ TO; 677/ SB;
    678/ VU; 679/ FJ; 680/ PW; 681/ WF; 682/ CK; 683/ NU; 685/ WS; 686/0 KI; 687/ NC; 688/ TV; 689/ PF; 690/ TK; 691/ FM;
    692/1 MH; 850/0 KP; 852/ HK; 853/ MO; 855/0 KH; 856/0 LA; 880/0 BD; 886/0 TW; 960/ MV; 961/0 LB; 962/0 JO; 963/0 SY;
    964/0 IQ; 965/ KW; 966/0 SA; 967/0 YE; 968/ OM; 970/0 PS; 971/0 AE; 972/0 IL; 973/ BH; 974/ QA; 975/ BT; 976/0 MN;
    977/0 NP; 992/ TJ; 993/8 TM; 994/0 AZ; 995/0 GE; 996/0 KG; 998/ UZ; ';
end
$$;

-- The calling code of a country (ISO 3166-1 alpha-2, or XK), with a slash and a pattern of the trunk prefix where there is one:
-- "49/0". Null for any other text.
create function kith_private.calling_code(country text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  codes constant text := kith_private.calling_codes();
begin
  return case when country ~ '^[A-Z]{2}$' and strpos(codes, ' ' || country) > 0
    then rtrim(substring(left(codes, strpos(codes, ' ' || country)) from '([0-9]+/[^ ]*)[ A-Z]*$'), '/') end;
end
$$;

-- The calling code, with a slash and the pattern of the trunk prefix, with which digits in international form begin; null where they
-- begin with none.
create function kith_private.calling_code_of(digits text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  codes constant text := kith_private.calling_codes();
  place integer;
begin
  for length in 1 .. 3 loop
    place := strpos(codes, ' ' || left(digits, length) || '/');
    if place > 0 then
      return split_part(substr(codes, place + 1, 12), ' ', 1);
    end if;
  end loop;
  return null;
end
$$;

-- A phone number as digits that can be compared: in international form where it begins with + or 00, or where the owner's
-- calling code is known. Null where it is too short, or where a spreadsheet has made 5,58155E+12 of it.
-- What stands before a number is left out: marks of direction that phones copy along, tel: of addresses, =" of spreadsheets, *31# and #31#.
-- A number that begins with digits of full width is read by them.
-- What is left of a number are digits, so an extension counts as part of it. Fewer than five digits are no number that
-- identifies somebody.
create function kith_private.phone_digits(number text, calling_code text, shortest integer default 5) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  digits text;
  code text;
begin
  if strpos('+(0123456789 ', left(number, 1)) = 0 then
    number := regexp_replace(translate(number, '０１２３４５６７８９＋', '0123456789+'), '^(?:[*#][0-9]+#|[^0-9+])+', '');
  end if;
  digits := translate(number, '+ -()./', '');
  if ltrim(digits, '0123456789') <> '' then
    if number ~ '[0-9][Ee][+-]?[0-9]' then
      return null;
    end if;
    digits := regexp_replace(digits, '[^0-9]+', '', 'g');
  end if;
  if ltrim(number, ' (') like '+%' or digits like '00%' then
    digits := ltrim(digits, '0');
    -- "+49 (0)30 …", "+49 030 …": nobody dials that zero after a calling code. Italy's numbers keep theirs.
    if strpos(substr(digits, 2, 3), '0') > 0 then
      code := kith_private.calling_code_of(digits);
      if substr(digits, strpos(code, '/'), 1) = '0' and (code like '%/0' or number like '%(0)%' and code <> '39/') then
        digits := overlay(digits placing '' from strpos(code, '/') for 1);
      end if;
    end if;
  elsif calling_code is not null then
    digits := split_part(calling_code, '/', 1) || case when strpos(calling_code, '/') > 0
      then regexp_replace(digits, '^(' || split_part(calling_code, '/', 2) || ')', '') else digits end;
  end if;
  return case when char_length(digits) >= shortest then digits end;
end
$$;

-- LIKE patterns of a phone number, or of its beginning, among the digits of numbers that were written as anybody writes them.
-- The same number is 0049 30…, +49 (0)30… and 030…; the digits after that are the same, and seven of them identify it. Of fewer the
-- calling code or the trunk prefix has to be there too. Without either, digits may be from anywhere in a number.
create function kith_private.number_patterns(number text, calling_code text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  written constant text := regexp_replace(regexp_replace(number, '^(?:[*#][0-9]+#|[^0-9+])+', ''), '[^0-9]+', '', 'g');
  is_international constant boolean := number ~ '^(?:[*#][0-9]+#|[^0-9+])*(?:\+|00)';
  trunk constant text := nullif(split_part(calling_code, '/', 2), '');
  code text;
  rest text;
begin
  if is_international then
    rest := kith_private.phone_digits(number, null, 1);
    code := kith_private.calling_code_of(rest);
    rest := coalesce(substr(rest, strpos(code, '/')), rest);
  elsif written ~ ('^(' || trunk || ')') then
    code := calling_code;
    rest := regexp_replace(written, '^(' || trunk || ')', '');
  elsif calling_code is null and written like '0%' then
    rest := ltrim(written, '0');
  end if;
  return case
    when char_length(rest) >= 7 then array['%' || rest || '%']
    when coalesce(rest, '') <> '' and code is not null then array['%' || split_part(code, '/', 1) || rest || '%'] || case
      when not is_international then array['%' || written || '%']
      when code ~ '/[0-9]+$' then array['%' || split_part(code, '/', 2) || rest || '%']
      else '{}'::text[] end
    when ltrim(written, '0') <> '' then array['%' || case when is_international then ltrim(written, '0') else written end || '%']
    else '{}'::text[] end;
end
$$;

grant execute on function kith_private.calling_codes(), kith_private.calling_code(text), kith_private.calling_code_of(text),
  kith_private.phone_digits(text, text, integer), kith_private.number_patterns(text, text) to authenticated, service_role;
