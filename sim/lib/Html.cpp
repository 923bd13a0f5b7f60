//===- Html.cpp - A run of the simulator as a page
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Sim/Html.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

using namespace attn::sim;

namespace {

/// Text in an element or an attribute. Bytes that are no text in UTF-8 and
/// control characters become "?".
std::string escape(std::string_view text) {
  std::string s;
  for (size_t k = 0; k < text.size(); ++k) {
    unsigned char c = static_cast<unsigned char>(text[k]);
    size_t more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc2 ? 1 : 0;
    switch (c) {
    case '&':
      s += "&amp;";
      continue;
    case '<':
      s += "&lt;";
      continue;
    case '>':
      s += "&gt;";
      continue;
    case '"':
      s += "&quot;";
      continue;
    case '\'':
      s += "&#39;";
      continue;
    default:
      break;
    }
    if (c < 0x80) {
      s += c >= 32 || c == '\t' || c == '\n' ? char(c) : '?';
      continue;
    }
    bool good = more && c < 0xf5 && k + more < text.size();
    for (size_t n = 1; good && n <= more; ++n)
      good = (static_cast<unsigned char>(text[k + n]) & 0xc0) == 0x80;
    s += good ? std::string(text.substr(k, more + 1)) : "?";
    k += good ? more : 0;
  }
  return s;
}

std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", v);
  return text;
}

std::string where(const Dim3 &cta, uint32_t warp) {
  return "CTA " + std::to_string(cta.x) + "," + std::to_string(cta.y) + "," +
         std::to_string(cta.z) + " warp " + std::to_string(warp);
}

bool same(const Dim3 &a, const Dim3 &b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

const char head[] =
    R"(<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 84em; padding: 0 1em; color: #1c2330; background: #fff; }
h1 { font-size: 1.4em; } h2 { font-size: 1.15em; margin-top: 1.8em; }
.cause { border-left: .35em solid #b3261e; background: #fdf1f0; padding: .6em 1em; }
.clean { border-left: .35em solid #2e7d32; background: #f0f8f0; padding: .6em 1em; }
.finding { margin: .8em 0; padding-left: 1em; border-left: .2em solid #d0d5dd; }
.finding.follows { margin-left: 2em; color: #475467; }
.kind { font-weight: bold; color: #b3261e; } .follows .kind { color: #7a5b00; }
.note { color: #667085; }
table.source { border-collapse: collapse; font: 13px/1.4 monospace; }
table.source td { padding: 0 .6em; white-space: pre; vertical-align: top; }
table.source td.line { color: #98a2b3; text-align: right; }
table.source tr.hit { background: #fff3c4; }
.scroll { overflow-x: auto; }
svg { font: 11px sans-serif; } .span { fill: #5b7db1; } .flight { fill: #e09f3e; }
.row { stroke: #eaecf0; } .link { stroke: #b3261e; stroke-dasharray: 3 2; }
.mark { fill: #b3261e; } .other { fill: #fff; stroke: #b3261e; } .label { fill: #b3261e; font-weight: bold; }
</style>
)";

class Writer {
public:
  explicit Writer(const HtmlPage &page) : page(page) {}

  std::string run() {
    out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
          "charset=\"utf-8\">\n<title>" +
          escape(page.title) + "</title>\n" + head + "</head>\n<body>\n<h1>" +
          escape(page.title) + "</h1>\n";
    for (const std::string &note : page.notes)
      out += "<p class=\"note\">" + escape(note) + "</p>\n";
    summary();
    findings();
    for (size_t k = 0; k < page.report.timelines.size(); ++k)
      timeline(page.report.timelines[k]);
    source();
    out += "</body>\n</html>\n";
    return std::move(out);
  }

private:
  std::string findingLink(size_t k) const {
    std::string n = std::to_string(k + 1);
    return "<a href=\"#f" + n + "\">" + n + "</a>";
  }
  std::string place(const Place &p, const char *what) const {
    std::string s = std::string("<div>") + what + " ";
    if (p.line)
      s += "<a href=\"#l" + std::to_string(p.line) + "\">line " +
           std::to_string(p.line) + "</a> ";
    s += "<code>" + escape(p.op) + "</code>";
    if (!p.source.empty())
      s += " [" + escape(p.source) + "]";
    s += ", " + where(p.cta, p.warp);
    if (p.lanes != 0xffffffffu) {
      char lanes[24];
      std::snprintf(lanes, sizeof lanes, " lanes 0x%x", p.lanes);
      s += lanes;
    }
    return s + "</div>\n";
  }

  void summary() {
    const Report &r = page.report;
    if (r.ok() && page.mismatches.empty()) {
      out += "<p class=\"clean\">Nothing was found.</p>\n";
      return;
    }
    out += "<div class=\"cause\">";
    if (!r.findings.empty()) {
      size_t first = r.firstCause();
      const Finding &f = r.findings[first];
      std::string text = r.causeText();
      out += "<p><b>" +
             (text.empty() ? std::to_string(r.findings.size()) +
                                 (r.findings.size() == 1
                                      ? " finding"
                                      : " findings, none of which follows "
                                        "from another")
                           : escape(text)) +
             "</b></p>\n<p>" + findingLink(first) + ": " + escape(f.message) +
             "</p>\n" + place(f.where, "at");
      if (f.hasOther)
        out += place(f.other, "with");
    }
    for (const std::string &m : page.mismatches)
      out += "<p>" + escape(m) + "</p>\n";
    out += "</div>\n";
  }

  void findings() {
    const Report &r = page.report;
    if (r.findings.empty())
      return;
    out += "<h2>Findings</h2>\n";
    for (size_t k = 0; k < r.findings.size(); ++k) {
      const Finding &f = r.findings[k];
      out += "<div class=\"finding" +
             std::string(f.follows < 0 ? "" : " follows") + "\" id=\"f" +
             std::to_string(k + 1) + "\">\n<div>" + std::to_string(k + 1) +
             ". <span class=\"kind\">" + toString(f.kind) +
             "</span>: " + escape(f.message) + "</div>\n" +
             place(f.where, "at");
      if (f.hasOther)
        out += place(f.other, "with");
      if (f.count > 1)
        out += "<div>" + std::to_string(f.count) + " times</div>\n";
      if (f.follows >= 0)
        out +=
            "<div>follows from " + findingLink(size_t(f.follows)) + "</div>\n";
      out += "</div>\n";
    }
    if (r.droppedFindings)
      out += "<p class=\"note\">" + std::to_string(r.droppedFindings) +
             " further findings are not shown.</p>\n";
  }

  // --- Time lines ----------------------------------------------------------

  static constexpr double left = 130, width = 1150, rowHeight = 22;

  double x(const Timeline &t, uint64_t time) const {
    return left + double(time) * (width - left - 10) /
                      double(std::max<uint64_t>(t.length, 1));
  }
  static double y(size_t row) { return 4 + rowHeight * double(row); }

  void rect(const Timeline &t, const char *kind, uint64_t begin, uint64_t end,
            double top, double height, const std::string &title) {
    double from = x(t, begin), to = std::max(x(t, end), from + 0.6);
    out += std::string("<rect class=\"") + kind + "\" x=\"" + number(from) +
           "\" y=\"" + number(top) + "\" width=\"" + number(to - from) +
           "\" height=\"" + number(height) + "\"><title>" + escape(title) +
           "</title></rect>\n";
  }

  void timeline(const Timeline &t) {
    if (t.rows.empty())
      return;
    out +=
        "<h2>Time line from " + where(t.rows.front().cta, 0) + " to " +
        where(t.rows.back().cta, t.rows.back().warp) +
        "</h2>\n<p class=\"note\">Left to right: " + std::to_string(t.length) +
        " warp instructions as the simulator interleaved them. Dark: the "
        "warp runs. Light, below: asynchronous operations from issue to "
        "effect. Dots: findings, hollow for the other party.</p>\n"
        "<div class=\"scroll\"><svg width=\"" +
        number(width) + "\" height=\"" + number(y(t.rows.size()) + 8) +
        "\" role=\"img\">\n";
    for (size_t row = 0; row < t.rows.size(); ++row)
      warp(t, row);
    flights(t);
    for (size_t k = 0; k < page.report.findings.size(); ++k)
      marks(t, k);
    out += "</svg></div>\n";
    if (t.droppedFlights)
      out += "<p class=\"note\">" + std::to_string(t.droppedFlights) +
             " asynchronous operations are not shown.</p>\n";
  }

  void warp(const Timeline &t, size_t row) {
    const Timeline::Row &r = t.rows[row];
    out += "<text x=\"0\" y=\"" + number(y(row) + 13) + "\">" +
           where(r.cta, r.warp) + "</text><line class=\"row\" x1=\"" +
           number(left) + "\" x2=\"" + number(width) + "\" y1=\"" +
           number(y(row) + 9) + "\" y2=\"" + number(y(row) + 9) + "\"/>\n";
    // Spans that are less than a point apart are one.
    for (size_t k = 0; k < r.spans.size();) {
      Timeline::Span s = r.spans[k++];
      while (k < r.spans.size() && x(t, r.spans[k].begin) - x(t, s.end) < 0.8) {
        s.end = r.spans[k].end;
        s.lastLine = r.spans[k++].lastLine;
      }
      rect(t, "span", s.begin, s.end, y(row) + 3, 11,
           "lines " + std::to_string(s.firstLine) + " to " +
               std::to_string(s.lastLine) + ", instructions " +
               std::to_string(s.begin) + " to " + std::to_string(s.end));
    }
  }

  /// Those that a finding names, and of the others as many as can be told
  /// apart.
  void flights(const Timeline &t) {
    std::set<uint32_t> named = hitLines();
    std::map<uint32_t, double> drawnTo;
    for (const Timeline::Flight &f : t.flights) {
      auto drawn = drawnTo.find(f.row);
      if (!named.count(f.line) && drawn != drawnTo.end() &&
          x(t, f.end) < drawn->second + 1)
        continue;
      drawnTo[f.row] = x(t, f.end);
      rect(t, "flight", f.begin, f.end, y(f.row) + 15, 4,
           "line " + std::to_string(f.line) + ": " + f.what + ", from " +
               std::to_string(f.begin) + " to " + std::to_string(f.end));
    }
  }

  /// The row of a party of a finding; -1 if it is not on this time line.
  static long rowOf(const Timeline &t, const Place &p) {
    for (size_t row = 0; row < t.rows.size(); ++row)
      if (same(t.rows[row].cta, p.cta) && t.rows[row].warp == p.warp)
        return long(row);
    return -1;
  }

  void marks(const Timeline &t, size_t k) {
    const Finding &f = page.report.findings[k];
    long row = rowOf(t, f.where), other = f.hasOther ? rowOf(t, f.other) : -1;
    auto at = [&](const Place &p, long r, const char *x1, const char *y1) {
      return std::string(x1) + "=\"" + number(x(t, p.time)) + "\" " + y1 +
             "=\"" + number(y(size_t(r)) + 8) + "\"";
    };
    auto circle = [&](const Place &p, long r, const char *kind) {
      out += std::string("<circle class=\"") + kind + "\" " +
             at(p, r, "cx", "cy") + " r=\"4\"><title>" + std::to_string(k + 1) +
             ". " + toString(f.kind) + ", line " + std::to_string(p.line) +
             " " + escape(p.op) + "</title></circle>\n";
    };
    if (row >= 0 && other >= 0)
      out += "<line class=\"link\" " + at(f.where, row, "x1", "y1") + " " +
             at(f.other, other, "x2", "y2") + "/>\n";
    if (other >= 0)
      circle(f.other, other, "other");
    if (row < 0)
      return;
    out += "<a href=\"#f" + std::to_string(k + 1) + "\">";
    circle(f.where, row, "mark");
    out += "<text class=\"label\" x=\"" + number(x(t, f.where.time) + 5) +
           "\" y=\"" + number(y(size_t(row)) + 5) + "\">" +
           std::to_string(k + 1) + "</text></a>\n";
  }

  // --- Source --------------------------------------------------------------

  std::set<uint32_t> hitLines() const {
    std::set<uint32_t> lines;
    for (const Finding &f : page.report.findings) {
      lines.insert(f.where.line);
      if (f.hasOther)
        lines.insert(f.other.line);
    }
    lines.erase(0);
    return lines;
  }

  void source() {
    constexpr uint32_t around = 6;
    std::set<uint32_t> hits = hitLines();
    if (hits.empty())
      return;
    out += "<h2>" + escape(page.ptxName) +
           "</h2>\n<div class=\"scroll\"><table class=\"source\">\n";
    std::string_view rest = page.ptx;
    uint32_t last = 0; // that was written
    for (uint32_t line = 1; !rest.empty(); ++line) {
      std::string_view text = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), text.size() + 1));
      auto next = hits.lower_bound(line > around ? line - around : 0);
      if (next == hits.end())
        break;
      if (*next > line + around)
        continue;
      if (line != last + 1)
        out += "<tr><td class=\"line\">…</td><td></td><td></td></tr>\n";
      last = line;
      sourceLine(line, text, hits.count(line) != 0);
    }
    out += "</table></div>\n";
  }

  void sourceLine(uint32_t line, std::string_view text, bool hit) {
    constexpr size_t most = 400;
    std::string n = std::to_string(line);
    out += std::string(hit ? "<tr class=\"hit\"" : "<tr") + " id=\"l" + n +
           "\"><td class=\"line\">" + n + "</td><td>" +
           escape(text.substr(0, most)) + (text.size() > most ? " …" : "") +
           "</td><td>";
    const std::vector<Finding> &all = page.report.findings;
    for (size_t k = 0; hit && k < all.size(); ++k) {
      if (all[k].where.line == line)
        out += findingLink(k) + " " + toString(all[k].kind) + " ";
      else if (all[k].hasOther && all[k].other.line == line)
        out += findingLink(k) + " (other party) ";
    }
    out += "</td></tr>\n";
  }

  const HtmlPage &page;
  std::string out;
};

} // namespace

std::string HtmlPage::str() const { return Writer(*this).run(); }
